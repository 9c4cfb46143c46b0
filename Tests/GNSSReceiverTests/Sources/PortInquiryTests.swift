// Core Location for Linux. SPDX-License-Identifier: MIT

import SerialLine
import TestSupport
import Testing

@testable import GNSSReceiver

@Suite struct PortInquiryTests {
  private static let greeting = "{\"class\":\"service\",\"protocol\":1,\"version\":\"test\"}\n"
  private static let busy = SerialPortError(.busy([]), "/dev/null")

  /// The receivers' thread opens ports, and must not wait for the service's answer: it reads from others meanwhile.
  @Test func isAnsweredInTheServicesOwnTime() throws {
    let scratch = try ScratchFolder()
    let path = scratch.path + "/location.sock"
    let server = try StandInServer(path: path, greeting: Self.greeting)
    defer { server.stop() }
    let inquiry = PortInquiry(about: Self.busy, heldBy: [], asking: [path], at: .seconds(7))
    #expect(eventually { server.received.count == 2 })
    #expect(inquiry.isConnecting && inquiry.descriptor >= 0)
    #expect(inquiry.connectDeadline == .seconds(8))
    #expect(throws: Never.self) { try inquiry.connect(at: .seconds(7)) }
    server.send(
      "{\"class\":\"clients\",\"count\":0,\"clients\":[]}\n"
        + "{\"class\":\"state\",\"state\":\"fix\",\"code\":\"fix\",\"device\":\"/dev/null\"}\n")
    // It is this process, which must not take itself for another program.
    #expect(eventually { Self.error(of: inquiry, at: .seconds(7)) == .port(Self.busy) })
  }

  @Test func isGivenUpIfTheServiceDoesNotAnswer() throws {
    let scratch = try ScratchFolder()
    let path = scratch.path + "/location.sock"
    let server = try StandInServer(path: path, greeting: Self.greeting)
    defer { server.stop() }
    let inquiry = PortInquiry(about: Self.busy, heldBy: [], asking: [path], at: .zero)
    #expect(Self.error(of: inquiry, at: .milliseconds(999)) == nil)
    #expect(Self.error(of: inquiry, at: .seconds(1)) == .port(Self.busy))
  }

  @Test func isAnsweredAtOnceWithoutAService() {
    let inquiry = PortInquiry(about: Self.busy, heldBy: [], asking: [], at: .seconds(7))
    #expect(inquiry.connectDeadline == .seconds(7) && inquiry.descriptor < 0)
    #expect(Self.error(of: inquiry, at: .seconds(7)) == .port(Self.busy))
  }

  private static func error(of inquiry: PortInquiry, at now: Duration) -> SourceError? {
    do throws(SourceError) { try inquiry.connect(at: now) } catch { return error }
    return nil
  }

  /// A port that another program has open, as a program of another user would.
  private struct BusyPlace: SourceKind {
    var name: String { "/dev/null" }
    var traits: SourceTraits { [] }
    func open(_ request: OpenRequest) throws(SourceError) -> any Connection { throw .port(busy) }
  }

  @Test func aBusyPortFailsOnceTheInquiryIsAnswered() throws {
    let supervisor = try ReceiverSupervisor(
      .source(Source(identity: "a", kind: BusyPlace())), rates: nil)
    let listener = try supervisor.listen()
    var states: [ReceiverState] = []
    let isReported = eventually {
      for case .status(let status) in listener.drain().map(\.content) {
        if let state = status.current?.state { states.append(state) }
      }
      return states.contains(.failed(.port(Self.busy)))
    }
    #expect(isReported)
    #expect(states.first == .opening)
  }
}
