// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import LocationAuthorization

@Suite struct WakeJournalTests {
  private static let minute: Int64 = 60_000_000_000

  /// Returns the journal of one start each minute, with these outcomes.
  private func journal(_ outcomes: [WakeJournal.Outcome]) -> WakeJournal {
    var journal = WakeJournal()
    for (index, outcome) in outcomes.enumerated() {
      journal.recordStart(for: index + 1, at: Int64(index) * Self.minute)
      journal.recordEnd(outcome, at: Int64(index) * Self.minute)
    }
    return journal
  }

  @Test func fiveFailuresWithinAnHourAreTooMany() {
    #expect(!journal([.ended, .ended, .killed, .told, .ignored]).isFailing(at: 5 * Self.minute))
    let failing = journal([.ended, .ended, .killed, .told, .ignored, .failed])
    #expect(failing.isFailing(at: 6 * Self.minute))
    #expect(!failing.isFailing(at: 61 * Self.minute))
  }

  @Test(
    arguments: [
      (.ended, 1), (.ignored, 1), (.killed, 0), (.failed, 0), (.told, 0),
    ] as [(WakeJournal.Outcome, Int)])
  func onlyWhatEndsByItselfIsNotStartedAgain(outcome: WakeJournal.Outcome, abandoned: Int) {
    #expect(journal([outcome]).abandoned == abandoned)
  }
}
