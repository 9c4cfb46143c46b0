// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationProtocols
import Testing

@Suite struct ServiceRequestTests {
  private static func line(_ request: ServiceRequest) -> String {
    var bytes: [UInt8] = []
    request.append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func everyRequestComesBack() throws {
    let full = ClientIntroduction(
      name: "Weather", identifier: "org.example.weather", watch: true, satellites: true,
      headings: true, receivers: true, background: false)
    for request in [ServiceRequest.client(full), .client(ClientIntroduction(name: nil)), .clients] {
      let line = Self.line(request)
      #expect(line.hasPrefix(#"{"class":"client"#) && line.hasSuffix("}\n"))
      let read = try ServiceRequest(line: line.dropLast().utf8)
      #expect(read == request)
    }
  }

  @Test func whatIsNotSaidIsNotWanted() throws {
    let line = #"{"class":"client","name":"","headings":null,"later":1}"#
    let request = try ServiceRequest(line: line.utf8)
    #expect(request == .client(ClientIntroduction(name: nil, watch: false)))
  }

  @Test(
    arguments: [
      ("?WATCH={}", "a request is a JSON object with a class, in one line"),
      (#"{"class":7}"#, "a request is a JSON object with a class, in one line"),
      (
        #"{"class":"telephone"}"#,
        #"unknown class "telephone"; expected "client" or "clients""#
      ),
      (#"{"class":"client","watch":1}"#, #"cannot read "watch": expected true or false"#),
      (#"{"class":"client","name":["a"]}"#, #"cannot read "name": expected a string"#),
    ])
  func saysWhyALineIsNoRequest(line: String, reason: String) {
    let error = #expect(throws: RequestError.self) { try ServiceRequest(line: line.utf8) }
    #expect(error?.description == reason)
  }

  @Test func aLongNameIsCutOff() throws {
    let long = String(repeating: "ä", count: 500)
    let request = try ServiceRequest(line: #"{"class":"client","name":"\#(long)"}"#.utf8)
    let short = String(repeating: "ä", count: 100)
    #expect(request == .client(ClientIntroduction(name: short, watch: false)))
  }
}
