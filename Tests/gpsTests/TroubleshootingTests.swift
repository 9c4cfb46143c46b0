// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import SerialLine
import TestSupport
import Testing

@testable import GNSSReceiver
@testable import ReceiverRecording
@testable import gps

/// Every message about a receiver that a person may read is explained in `docs/troubleshooting.md`.
@Suite struct TroubleshootingTests {
  private static let manual: String? = try? Repository.text("docs/troubleshooting.md")
    .replacing("`", with: "").lowercased()

  /// Returns whether the manual contains the message, without what varies: the advice, and the text in parentheses.
  private func isExplained(_ message: String) throws -> Bool {
    let manual = try #require(Self.manual)
    let reason = message.prefix { $0 != ";" && $0 != "(" }
    return manual.contains(reason.trimmingBlanks.lowercased())
  }

  @Test(
    arguments: [
      .missing, .notAPort, .permissionDenied(owner: "root", group: "dialout", joiningHelps: true),
      .permissionDenied(owner: "root", group: "root", joiningHelps: false), .busy([]), .unplugged,
      .notWriting, .system(EMFILE),
    ] as [SerialPortError.Cause])
  func explainsWhyAPortCannotBeUsed(cause: SerialPortError.Cause) throws {
    #expect(try isExplained(SerialPortError(cause, "PORT").description))
  }

  @Test func explainsWhyARateCannotBeSet() throws {
    let message = SerialPortError(.unsupportedRate(.b9600), "PORT").description
    #expect(try isExplained(message.replacing("9600 baud", with: "N")))
  }

  @Test(
    arguments: [.refused, .unreachable, .addressInUse, .notPermitted] as [NetworkError.Cause])
  func explainsWhyAServerCannotBeUsed(cause: NetworkError.Cause) throws {
    let reason = NetworkError(cause, "ADDRESS").description.split(separator: ": ").dropFirst()
    #expect(try isExplained(reason.joined(separator: ": ")))
  }

  @Test(
    arguments: [.missing, .isDirectory, .permissionDenied, .damagedGzip, .noGzip]
      as [RecordingError.Cause])
  func explainsWhyARecordingCannotBeRead(cause: RecordingError.Cause) throws {
    let reason = RecordingError(cause, "FILE").description.split(separator: ": ").dropFirst()
    #expect(try isExplained(reason.joined(separator: ": ")))
  }

  @Test(
    arguments: [
      .silent(since: .zero), .detectingRate(.b9600),
      .waitingForFix(satellitesInView: 3, since: .zero), .fix,
      .lost(satellitesInView: 3, since: .zero), .unplugged, .notAReceiver(.binary("UBX")),
      .notAReceiver(.noPosition), .notAReceiver(.noSentence(nil)),
    ] as [ReceiverState])
  func explainsEveryState(state: ReceiverState) throws {
    let candidate = Source(identity: "PORT", kind: SerialSource("PORT"))
    let status = SourceStatus(source: candidate, state: state, rate: nil)
    #expect(try isExplained(try #require(status.explanation)))
  }
}

extension Substring {
  fileprivate var trimmingBlanks: Substring {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
