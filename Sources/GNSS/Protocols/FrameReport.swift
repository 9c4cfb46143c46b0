// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

/// What follows from a message of a protocol.
enum FrameReport: Sendable {
  case instant(InstantReport)
  /// An instant whose time only became known after later messages had come; otherwise like ``instant(_:)``.
  case belatedInstant(InstantReport)
  /// All messages about the instant with this time have come.
  case endOfInstant(UTCTime)
  /// A date and time that the receiver calls valid.
  case date(CivilDate, UTCTime)
  /// The satellites in view, and those used.
  case satellites(SatellitesInView)
  /// The satellites in view, of a message that does not say which of them are used.
  case satellitesInView([SatelliteInView])
  /// The satellites used, of a message that lists no others.
  case satellitesUsed(SatelliteSet)
  /// Signals of satellites whose directions other messages have.
  case signals([SatelliteInView])
  /// The direction in which the vehicle points by two antennas or sensors, degrees from true north, and its error of 68 %.
  case heading(Double, accuracy: Double?)
  /// Degrees from true to magnetic north, east positive.
  case magneticVariation(Double)
  /// The receiver says that it is being jammed; whether that is enough for a warning, or only if something else speaks for it.
  case jamming(isCertain: Bool)
  /// The receiver says that it is being spoofed.
  case spoofing
  /// What the receiver says about its antenna.
  case antenna(AntennaState)
  /// Whether the receiver knows UTC to the second, leap seconds included.
  case isTimeResolved(Bool)
  /// The next leap second, or the last one; `nil` if the receiver does not know.
  case leapSecond(LeapSecond?)
}

/// What a receiver measures of the current to its antenna.
package enum AntennaState: Hashable, Sendable {
  case good
  /// None flows: no antenna is connected, or one that needs none.
  case open
  /// Too much flows.
  case shorted

  /// What is wrong with the antenna, as the end of a sentence about it; `nil` if nothing is.
  package var fault: String? {
    switch self {
    case .good: nil
    case .open: "is not connected"
    case .shorted: "is shorted"
    }
  }
}
