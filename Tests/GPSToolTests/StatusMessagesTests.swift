// Core Location for Linux. SPDX-License-Identifier: MIT

import SerialLine
import Testing

@testable import GNSSReceiver
@testable import GPSTool

@Suite struct StatusMessagesTests {
  private static let port = Source(identity: "tty:/dev/ttyS0", kind: SerialSource("/dev/ttyS0"))

  private func status(_ state: ReceiverState?, rate: BaudRate? = nil) -> ReceiverStatus {
    var status = ReceiverStatus()
    status.current = state.map { SourceStatus(source: Self.port, state: $0, rate: rate) }
    status.sources = status.current.map { [$0] } ?? []
    return status
  }

  @Test(
    arguments: [
      ("before anything is known", [], "no receiver is open yet"),
      ("nothing is there", [nil], "no receiver found"),
      ("on the way", [.opening], "opening /dev/ttyS0"),
      ("open", [.opening, .detectingRate(.b9600)], "listening to /dev/ttyS0"),
      (
        "tried again and again", [.unplugged, .opening],
        "/dev/ttyS0 was unplugged; plug it in again"
      ),
    ] as [(why: String, states: [ReceiverState?], explanation: String)])
  func knowsItsState(why: String, states: [ReceiverState?], explanation: String) throws {
    var messages = StatusMessages()
    for state in states { #expect(try !messages.statusChanged(to: status(state))) }
    #expect(messages.explanation == explanation)
  }

  @Test func endsWithWhatIsRead() throws {
    var messages = StatusMessages()
    #expect(try messages.statusChanged(to: status(.ended)))
  }

  @Test func failsIfTheOnlyCandidateCannotBeUsedFromTheStart() throws {
    let failed = ReceiverState.failed(.port(SerialPortError(.missing, "/dev/ttyS0")))
    var (unheard, heard) = (StatusMessages(), StatusMessages())
    #expect(throws: Failure.self) { try unheard.statusChanged(to: status(failed)) }
    _ = try heard.statusChanged(to: status(.waitingForFix(satellitesInView: nil, since: .zero)))
    #expect(try !heard.statusChanged(to: status(failed)))
  }
}
