// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import GNSS

@Suite struct CycleLearnerTests {
  /// Returns the first epoch in which a sentence is known to be the last, and the place of that sentence.
  private static func firstEnd(_ epochs: [[Int]]) -> (epoch: Int, place: Int)? {
    var learner = CycleLearner(kinds: 4)
    for (epoch, kinds) in epochs.enumerated() {
      learner.begin()
      for (place, kind) in kinds.enumerated() where learner.received(kind: kind, afterEnd: false) {
        return (epoch, place)
      }
    }
    return nil
  }

  @Test(
    arguments: [
      ("one kind", [0], 5, 0), ("three kinds", [0, 1, 2], 5, 2), ("a kind twice", [0, 1, 1], 5, 2),
      ("one kind around another", [0, 1, 0], 5, 2),
      ("twenty of one kind", [0] + Array(repeating: 3, count: 16), 5, 16),
    ] as [(name: String, kinds: [Int], epoch: Int, place: Int)])
  func theLastIsKnownAfterFiveInARow(name: String, kinds: [Int], epoch: Int, place: Int) throws {
    let end = try #require(Self.firstEnd(Array(repeating: kinds, count: 20)))
    #expect(end.epoch == epoch)
    #expect(end.place == place)
  }

  @Test func anInterruptionStartsTheCountAnew() throws {
    // Kind 1 is the last one four times, then kind 0 is, then kind 1 again.
    let end = try #require(
      Self.firstEnd(
        Array(repeating: [0, 1], count: 4) + [[0]] + Array(repeating: [0, 1], count: 10)))
    #expect(end.epoch == 10)
    #expect(end.place == 1)
  }

  @Test func whatWasFollowedOnceHasToWaitForSixty() throws {
    let end = try #require(Self.firstEnd([[0, 1]] + Array(repeating: [0], count: 100)))
    #expect(end.epoch == 61)
  }

  @Test func whatEndedTooEarlyHasToWaitLonger() {
    var learner = CycleLearner(kinds: 2)
    for _ in 0..<6 {
      learner.begin()
      _ = learner.received(kind: 0, afterEnd: false)
    }
    _ = learner.received(kind: 1, afterEnd: true)
    var waited = 0
    repeat {
      learner.begin()
      waited += 1
    } while !learner.received(kind: 0, afterEnd: false) && waited < 1000
    // Twice sixty in a row, and then the epoch in which it is known to be the last.
    #expect(waited == 121)
  }
}
