// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import ReceiverSimulator
import Testing

@Suite struct SplitMix64Tests {
  /// The numbers on Rosetta Code for this seed, from Vigna's splitmix64.c.
  @Test func givesThePublishedNumbers() {
    var random = SplitMix64(seed: 1_234_567)
    let numbers: [UInt64] = [
      6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
      4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
    ]
    for number in numbers { #expect(random.next() == number) }
  }

  @Test func drawsAGaussianDistribution() {
    var random = SplitMix64(seed: 7)
    let count = 100_000.0
    let draws = (0..<Int(count)).map { _ in random.gaussian() }
    // Four standard deviations of each estimate.
    #expect((draws.reduce(0, +) / count).magnitude < 4 / sqrt(count))
    #expect((deviation(draws) - 1).magnitude < 4 / sqrt(2 * count))
    let inside = Double(draws.count { $0.magnitude < 1 }) / count
    #expect((inside - 0.682_689).magnitude < 4 * sqrt(0.6827 * 0.3173 / count))
  }
}
