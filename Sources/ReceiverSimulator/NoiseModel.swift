// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import Glibc

/// The errors of a simulated receiver, both actual and reported.
package struct NoiseModel: Hashable, Sendable {
  /// The size of the errors, 1 σ.
  package enum Size: Hashable, Sendable {
    /// Meters to the east and equally to the north, and meters of altitude, each 0 or more.
    case perAxis(horizontal: Double, vertical: Double)
    /// Error of the range to a satellite, meters, 0 or more; the sky determines the error of the position.
    case perRange(Double)
  }

  package var size: Size

  /// Time in which an error decays to 37 %, seconds, above 0; `nil` if errors are independent.
  ///
  /// A first-order Gauss–Markov process; σ is the same either way.
  package var correlationTime: Double?

  /// Error of the speed to the east and to the north, 1 σ, meters per second, 0 or more; always independent.
  package var speed: Double

  package init(_ size: Size, correlationTime: Double? = nil, speed: Double = 0) {
    (self.size, self.correlationTime, self.speed) = (size, correlationTime, speed)
  }

  package static var none: NoiseModel { NoiseModel(.perAxis(horizontal: 0, vertical: 0)) }

  /// Returns the standard deviations under a sky, rounded to millimeters, exactly as GST reports them.
  func deviations(under sky: SkyGeometry) -> PositionDeviations {
    switch size {
    case .perAxis(let horizontal, let vertical):
      PositionDeviations(
        range: horizontal * 2.squareRoot() / sky.horizontal,
        east: horizontal, north: horizontal, vertical: vertical)
    case .perRange(let range):
      PositionDeviations(
        range: range, east: range * sky.east, north: range * sky.north,
        vertical: range * sky.vertical)
    }
  }
}

/// Standard deviations of a position, rounded to millimeters.
package struct PositionDeviations: Hashable, Sendable {
  /// Of the ranges to the satellites, meters.
  package let range: Double
  /// To the east, meters.
  package let east: Double
  /// To the north, meters.
  package let north: Double
  /// Of the altitude, meters.
  package let vertical: Double

  init(range: Double, east: Double, north: Double, vertical: Double) {
    self.range = range.rounded(decimals: 3)
    self.east = east.rounded(decimals: 3)
    self.north = north.rounded(decimals: 3)
    self.vertical = vertical.rounded(decimals: 3)
  }
}

/// Draws the errors of successive epochs.
struct NoiseProcess: Sendable {
  /// Errors as multiples of their standard deviations.
  struct Draw {
    var east = 0.0
    var north = 0.0
    var vertical = 0.0
    var eastSpeed = 0.0
    var northSpeed = 0.0
  }

  private var random: SplitMix64
  private var last: (draw: Draw, time: Double)?
  private let correlationTime: Double?

  init(_ model: NoiseModel, seed: UInt64) {
    random = SplitMix64(seed: seed)
    correlationTime = model.correlationTime
  }

  /// Draws the errors at a time in seconds.
  mutating func draw(at time: Double) -> Draw {
    var draw = Draw(
      east: random.gaussian(), north: random.gaussian(), vertical: random.gaussian(),
      eastSpeed: random.gaussian(), northSpeed: random.gaussian())
    if let correlationTime, let last {
      let kept = exp(-(time - last.time) / correlationTime)
      let fresh = sqrt(1 - kept * kept)
      draw.east = kept * last.draw.east + fresh * draw.east
      draw.north = kept * last.draw.north + fresh * draw.north
      draw.vertical = kept * last.draw.vertical + fresh * draw.vertical
    }
    last = (draw, time)
    return draw
  }
}

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
