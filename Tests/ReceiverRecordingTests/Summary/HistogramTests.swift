// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import ReceiverRecording

@Suite struct HistogramTests {
  private func histogram(_ values: some Sequence<Int>) -> Histogram {
    var histogram = Histogram()
    for value in values { histogram.add(value) }
    return histogram
  }

  @Test(
    arguments: [
      ("nothing", [], nil),
      ("one", [7], 7),
      ("three out of order", [9, 1, 5], 5),
      ("the upper one of two in the middle", [1, 2, 3, 4], 3),
      ("the one that occurs most", [1000, 1000, 1000, 200, 5000], 1000),
      ("not the one that occurs most", [1, 1, 1, 2, 3, 4, 5], 2),
      ("below zero", [-5, -1, -3], -3),
    ] as [(String, [Int], Int?)])
  func findsTheNumberInTheMiddle(name: String, values: [Int], median: Int?) {
    #expect(histogram(values).median == median)
  }

  @Test func findsTheLimits() {
    let some = histogram([3, -2, 8, 3])
    #expect(some.minimum == -2)
    #expect(some.maximum == 8)
    #expect(some.counts == [3: 2, -2: 1, 8: 1])
    #expect(histogram([]).minimum == nil)
    #expect(histogram([]).maximum == nil)
  }

  @Test func leavesOutWhatItHasNoRoomFor() {
    var full = histogram(0..<Histogram.capacity + 10)
    #expect(full.counts.count == Histogram.capacity)
    #expect(full.maximum == Histogram.capacity - 1)
    full.add(0)
    #expect(full.counts[0] == 2)
  }
}
