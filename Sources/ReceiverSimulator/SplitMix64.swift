// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// A small generator of random numbers: the same seed gives the same numbers on every machine.
///
/// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
package struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates a generator whose numbers depend on the seed alone.
  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// Returns the next number of a uniform distribution, above 0 and up to 1.
  package mutating func uniform() -> Double { Double((next() >> 11) + 1) * 0x1p-53 }

  /// Returns the next number of a Gaussian distribution with mean 0 and standard deviation 1 (Box and Muller).
  package mutating func gaussian() -> Double {
    let radius = sqrt(-2 * log(uniform()))
    return radius * cos(2 * .pi * uniform())
  }
}
