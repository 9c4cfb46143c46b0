// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem
import NMEA0183
import TestSupport
import Testing

@testable import GNSSReceiver

@Suite struct UnixSocketSourceTests {
  private static func sentences(from second: Int) -> String {
    (second..<second + 2).map { second in
      SentenceEncoder.sentence(
        body: "GPRMC,10000\(second).00,A,4732.6220,N,00940.9980,E,2.0,60.0,150625,,,A")
    }.joined()
  }

  private static func bringsAFix(_ listener: ReceiverListener) -> Bool {
    eventually { listener.drain().contains { $0.fix != nil } }
  }

  private static func explains(_ listener: ReceiverListener, _ text: String) -> Bool {
    eventually {
      listener.drain().contains {
        if case .status(let status) = $0.content {
          status.current?.explanation == text
        } else {
          false
        }
      }
    }
  }

  @Test func readsSentencesAndConnectsAgainAfterAHangUp() throws {
    let scratch = try ScratchFolder()
    let path = scratch.path + "/gnss.sock"
    let server = try StandInServer(path: path, greeting: "")
    defer { server.stop() }
    var options = SupervisionOptions()
    options.longestDelay = .milliseconds(200)
    let supervisor = try ReceiverSupervisor(
      try ReceiverSupervisor.Selection("unix:\(path)"), options: options, rates: nil)
    let listener = try supervisor.listen()
    #expect(eventually { server.connections == 1 })
    server.send(Self.sentences(from: 0))
    #expect(Self.bringsAFix(listener))
    server.hangUp()
    #expect(Self.explains(listener, "unix:\(path) has closed the connection; reconnecting"))
    #expect(eventually { server.connections == 2 })
    server.send(Self.sentences(from: 4))
    #expect(Self.bringsAFix(listener))
    #expect(server.received.isEmpty, "nothing is sent to it")
  }

  @Test func saysWhyItCannotBeReached() throws {
    let scratch = try ScratchFolder()
    let folder = scratch.path
    func reason(_ path: String) -> String? {
      let error = #expect(throws: SourceError.self) {
        _ = try UnixSocketSource(path).open(OpenRequest(rate: nil, wakeUp: try WakeUp()))
      }
      return error?.description
    }
    #expect(
      reason("\(folder)/none")
        == "cannot reach unix:\(folder)/none: there is no such socket; start the program that creates it"
    )
    let stale = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
    defer { close(stale) }
    try #require(UnixAddress("\(folder)/stale").withAddress { bind(stale, $0, $1) } == 0)
    #expect(
      reason("\(folder)/stale")
        == "cannot reach unix:\(folder)/stale: connection refused; check that a server listens there"
    )
    let long = folder + "/" + String(repeating: "x", count: 120)
    #expect(
      reason(long) == "cannot use unix:\(long): file name too long; check the address")
  }
}
