// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import UBX

/// What one message of a protocol says about one instant: what is not said is `nil`.
///
/// Several messages about an instant become one fix, with the sentences about it; of each quantity, the value with the
/// highest ``rank`` is kept.
struct InstantReport: Sendable {
  /// What a message says about whether there is a fix.
  enum Verdict: Sendable {
    case fix
    case noFix
    /// It solves for the time alone: that neither confirms nor denies a position that another message has.
    case timeOnly
    /// It has a position, and does not say whether that is valid: another message must confirm it.
    case unconfirmed
  }

  /// Which of its protocol's messages it is, as a number of the reader's choice: the same one for all of a kind.
  ///
  /// From these, it is learned with which message a receiver ends an instant.
  var kind: UInt8
  /// UTC; `nil` if the receiver does not know it, or only ``GPSTimeline`` will.
  var time: UTCTime?
  /// The date of that time, if the message says that it is valid.
  var date: CivilDate?

  var verdict: Verdict?
  /// Among messages that contradict each other about whether there is a fix, the one with the highest weight is believed.
  ///
  /// Among those of the same weight, one that denies it.
  var weight: UInt8 = 9
  /// How good its values are compared to those of other messages: sentences have 1 to 5, messages that do not know about
  /// the carrier phase 6 or 7, the rest 8 to 10.
  var rank: UInt8
  /// Whether it has a position whenever the receiver has one, so that it decides which of several receivers is followed.
  var isWholeSolution = false

  var position: Coordinate?
  /// Meters above mean sea level.
  var altitude: Double?
  /// Meters by which the geoid is above the ellipsoid.
  var geoidSeparation: Double?
  /// Meters above the ellipsoid.
  var ellipsoidalAltitude: Double?
  var motion = Motion()
  var errors = Errors()
  var dilution = DilutionOfPrecision()
  var quality: FixQuality?
  var mode: FixMode?
  var satellitesUsed: Int?
  /// Seconds.
  var differentialAge: Double?
  var differentialStation: Int?
  /// Its place among the messages of its line; see ``FixGatherer``.
  var contribution = Contribution.frameEnd

  /// Meters per second and degrees.
  struct Motion: Sendable {
    /// Over ground.
    var speed: Double?
    /// Clockwise from true north; left out of the fix at rest, where many receivers send the direction of noise.
    var course: Double?
    /// Upward.
    var verticalSpeed: Double?
    /// The same in three coordinates, for a message that has no position.
    var velocity: EarthVector?

    /// Sets speed and course from components.
    mutating func set(north: Double, east: Double, up: Double?) {
      speed = (north * north + east * east).squareRoot()
      let degrees = Double.arcTangent(east, north) * 180 / .pi
      course = degrees < 0 ? degrees + 360 : degrees
      verticalSpeed = up
    }
  }

  /// With a probability of 68 %: meters, meters per second and degrees.
  struct Errors: Sendable {
    /// The radius of a circle; see ``ErrorEllipse`` for what else receivers state.
    var horizontal: Double?
    var vertical: Double?
    var speed: Double?
    var course: Double?
    var source = AccuracySource.receiverEstimate
  }

  init(kind: UInt8, rank: UInt8, time: UTCTime? = nil, date: CivilDate? = nil) {
    (self.kind, self.rank, self.time, self.date) = (kind, rank, time, date)
  }
}

extension InstantReport {
  /// Sets the radius of 68 % that follows from the standard deviations of latitude and longitude, meters.
  mutating func setDeviations(_ latitude: Double?, _ longitude: Double?, height: Double?) {
    errors.horizontal = ErrorEllipse.radius(latitude, longitude, axes: (nil, nil))
    errors.vertical = height
  }
}

extension InstantReport: TimedContributor {
  var coordinate: Coordinate? { verdict == .fix ? position : nil }
  func add(to epoch: inout Epoch) { epoch.add(self) }
}
