// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import Testing

@testable import gps

/// What waits of a file among others, and when it is its turn.
@Suite struct PlaceTests {
  private let turns = Turns()

  @Test func isTheTurnOfTheFirstFromTheStart() throws {
    let place = turns.begin(0)
    #expect(try !place.keep([1]))
    #expect(!place.keep(complaint: "damaged"))
    #expect(place.end())
  }

  @Test func keepsWhatIsNotToBePrintedYet() throws {
    let place = turns.begin(1)
    #expect(try place.keep([1]))
    #expect(place.keep(complaint: "damaged"))
    #expect(!place.end())
  }

  /// While it is printed, more may come: that waits as well.
  @Test func isItsTurnOnceNothingWaits() throws {
    let place = Place(1, .waiting)
    #expect(try place.keep([1]))
    #expect(waits(place.take()))
    #expect(try place.keep([2]))
    #expect(waits(place.take()))
    guard case .turn = place.take() else {
      Issue.record("not its turn")
      return
    }
    #expect(try !place.keep([3]))
    #expect(place.end())
  }

  @Test func isNeverTheTurnOfOneThatHasEnded() throws {
    let place = Place(1, .waiting)
    #expect(place.keep(complaint: "damaged"))
    #expect(!place.end())
    #expect(waits(place.take()))
    guard case .ended = place.take() else {
      Issue.record("not ended")
      return
    }
  }

  /// The second file has ended when the first one does, the third has not, the fourth has not begun.
  @Test func passesTheTurnToTheFirstThatHasNotEnded() throws {
    let places = [2, 0, 1].map(turns.begin).sorted { $0.index < $1.index }
    try turns.end(places[1], exitCode: 66)
    #expect(try places[2].keep([]))
    try turns.end(places[0], exitCode: 0)
    #expect(try !places[2].keep([]))
    try turns.end(places[2], exitCode: 65)
    #expect(try !turns.begin(3).keep([]))
    #expect(turns.exitCode == 66)
  }

  @Test func keepsNothingOnceStopped() throws {
    let place = turns.begin(1)
    turns.stop(at: 0, exitCode: 74)
    #expect(throws: ExitCode.success) { try place.keep([1]) }
    #expect(throws: ExitCode.success) { try turns.begin(2).keep([1]) }
    #expect(turns.exitCode == 74)
  }

  /// A turn that comes does not start again what was stopped.
  @Test func staysStopped() throws {
    let place = Place(1, .waiting)
    place.stop()
    _ = place.take()
    #expect(throws: ExitCode.success) { try place.keep([1]) }
  }

  private func waits(_ rest: Place.Rest) -> Bool {
    guard case .waiting(let spool) = rest else { return false }
    return !spool.isEmpty
  }
}
