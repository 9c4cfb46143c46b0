// Core Location for Linux. SPDX-License-Identifier: MIT

import ServiceProtocol
import Testing

@Suite struct ServiceRequestTests {
  private static func line(_ request: ServiceRequest) -> String {
    var bytes: [UInt8] = []
    request.append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func everyRequestComesBack() {
    let full = ClientIntroduction(
      name: "Weather", identifier: "org.example.weather", watch: true, satellites: true,
      headings: true, background: false)
    for request in [ServiceRequest.client(full), .client(ClientIntroduction(name: nil)), .clients] {
      let line = Self.line(request)
      #expect(line.hasPrefix(#"{"class":"client"#) && line.hasSuffix("}\n"))
      #expect(ServiceRequest(line: line.dropLast().utf8) == request)
    }
  }

  @Test func whatIsNotSaidIsNotWanted() {
    #expect(
      ServiceRequest(line: #"{"class":"client","name":"","watch":1}"#.utf8)
        == .client(ClientIntroduction(name: nil, watch: false)))
    #expect(ServiceRequest(line: #"{"class":"telephone"}"#.utf8) == .other("telephone"))
    #expect(ServiceRequest(line: "?WATCH={}".utf8) == nil)
  }

  @Test func aLongNameIsCutOff() {
    let long = String(repeating: "ä", count: 500)
    guard
      case .client(let introduction) = ServiceRequest(
        line: #"{"class":"client","name":"\#(long)"}"#.utf8)
    else {
      Issue.record("no client")
      return
    }
    #expect(introduction.name?.utf8.count == 200)
  }
}
