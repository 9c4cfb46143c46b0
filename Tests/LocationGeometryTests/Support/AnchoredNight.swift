// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS

/// A boat at anchor as a receiver sees it: with noise that lasts, reflections that come and go, and single wrong fixes.
///
/// The anchor is at 0° N 10° E, where a degree is 110,574 m of latitude and 111,320 m of longitude. One fix a second.
struct AnchoredNight {
  private var generator: Noise
  /// The error that lasts, meters east and north.
  private var drift = SIMD2<Double>(0, 0)
  private var reflections: [(seconds: Range<Int>, offset: SIMD2<Double>)] = []
  private var spikes: [Int: SIMD2<Double>] = [:]
  /// The wind's direction, radians.
  private var wind = 0.0

  /// How far the boat lies from its anchor, meters: the chain is stretched all night.
  static let rode = 30.0
  /// The standard deviation of the lasting error on each axis, meters, and how long it lasts, seconds.
  private static let noise = (deviation: 2.0, time: 60.0)
  static let length = 10 * 3600

  init(seed: UInt64) {
    generator = Noise(state: seed &* 0x9E37_79B9_7F4A_7C15 | 1)
    for _ in 0..<10 {
      let start = generator.integer(below: Self.length)
      let end = start + 5 + generator.integer(below: 36)
      reflections.append((start..<end, generator.vector(length: 10...40)))
    }
    for _ in 0..<20 {
      spikes[generator.integer(below: Self.length)] = generator.vector(length: 50...500)
    }
  }

  /// Returns the next fix, and how far the boat really is from the anchor.
  ///
  /// - Parameter dragged: by how many meters the anchor has been dragged to leeward.
  mutating func fix(_ second: Int, dragged: Double = 0) -> (fix: Fix, distance: Double) {
    let kept = 1 - 1 / Self.noise.time
    let fresh = Self.noise.deviation * (1 - kept * kept).squareRoot()
    drift = drift * kept + SIMD2(generator.normal(), generator.normal()) * fresh
    wind += generator.normal() * 0.01
    let distance = Self.rode + dragged
    var place = SIMD2(Double.sine(wind), .cosine(wind)) * distance + drift
    place += SIMD2(generator.normal(), generator.normal()) * 0.3
    for reflection in reflections where reflection.seconds.contains(second) {
      place += reflection.offset
    }
    place += spikes[second] ?? SIMD2(0, 0)
    var fix = Fix(time: nil, latitude: place.y / 110_574, longitude: 10 + place.x / 111_320)
    fix.horizontalAccuracy = 2.5
    return (fix, distance)
  }
}

/// Random numbers that are the same in every run.
struct Noise: RandomNumberGenerator {
  var state: UInt64

  /// SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func integer(below limit: Int) -> Int { Int(next() % UInt64(limit)) }

  /// Returns a number in 0..<1.
  mutating func fraction() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }

  /// A number of the standard normal distribution, nearly: the sum of twelve uniform ones.
  mutating func normal() -> Double { (0..<12).reduce(-6) { sum, _ in sum + fraction() } }

  mutating func vector(length: ClosedRange<Double>) -> SIMD2<Double> {
    let size = length.lowerBound + fraction() * (length.upperBound - length.lowerBound)
    let angle = fraction() * 2 * .pi
    return SIMD2(.sine(angle), .cosine(angle)) * size
  }
}
