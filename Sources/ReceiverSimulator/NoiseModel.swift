// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// How wrong a simulated receiver is, and says it is.
package struct NoiseModel: Hashable, Sendable {
  /// How large the errors are, 1 σ.
  package enum Size: Hashable, Sendable {
    /// Meters to the east and as many to the north, and meters of altitude, each 0 or more.
    case perAxis(horizontal: Double, vertical: Double)
    /// Error of a range to a satellite, meters, 0 or more; the sky makes of it what it does.
    case perRange(Double)
  }

  /// How large the errors of the position are.
  package var size: Size

  /// Time in which an error fades to 37 %, seconds, above 0; `nil` if each epoch errs anew.
  ///
  /// A first-order Gauss–Markov process; σ is the same either way.
  package var correlationTime: Double?

  /// Error of the speed to the east and to the north, 1 σ, meters per second, 0 or more; always new.
  package var speed: Double

  /// Errors of a size.
  package init(_ size: Size, correlationTime: Double? = nil, speed: Double = 0) {
    self.size = size
    self.correlationTime = correlationTime
    self.speed = speed
  }

  /// No errors.
  package static var none: NoiseModel {
    NoiseModel(.perAxis(horizontal: 0, vertical: 0))
  }

  /// The standard deviations under a sky, in whole millimeters: the very ones that GST sends.
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

/// Standard deviations of a position, whole millimeters.
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

/// Draws the errors of one epoch after the other.
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

  /// The errors at a time in seconds.
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
