// Core Location for Linux. SPDX-License-Identifier: MIT

public import NMEA0183

/// A position that a receiver has determined, and everything it reported about it.
///
/// SI units, degrees, and WGS 84. Whatever the receiver did not report is `nil`. Without a valid position there is no
/// fix: an RMC with status V, a GGA with quality 0 or a mode `N` yield none, whatever coordinate they contain.
public struct Fix: Hashable, Sendable {
  /// The time at which the position was determined, by the receiver's clock; `nil` if the receiver sends no times at all.
  public var time: FixTime?

  /// Degrees north of the equator, −90…90 (GGA, GNS, PUBX 00, PTNL GGK, RMC, GLL or RMA).
  public var latitude: Double

  /// Degrees east of Greenwich, −180…180.
  public var longitude: Double

  /// Meters above mean sea level (GGA 9, GNS 9).
  public var altitude: Double?

  /// Meters above the WGS 84 ellipsoid: altitude plus geoid separation, PUBX 00 field 7, or PTNL GGK.
  public var ellipsoidalAltitude: Double?

  /// Height of the geoid above the ellipsoid, meters (GGA 11, GNS 10).
  public var geoidSeparation: Double?

  /// Speed over ground, meters per second (RMC 7, VTG 5 or 7, PUBX 00 field 11, or RMA).
  public var speed: Double?

  /// Course over ground, degrees clockwise from true north, in `0..<360` (RMC 8, VTG 1, PUBX 00 field 12, or RMA).
  ///
  /// `nil` if the receiver leaves it empty, as most do below 0.1 to 0.5 m/s. It is never computed from positions, and
  /// 0 would mean north.
  public var course: Double?

  /// Vertical speed, meters per second, upward (PUBX 00 field 13, or PGRMV).
  public var verticalSpeed: Double?

  /// How the position was obtained (GGA 6, else PTNL GGK, PUBX 00, or the mode of GNS, RMC or GLL).
  ///
  /// `nil` from a receiver older than version 2.3 that sends none of the first three.
  public var quality: FixQuality?

  /// The number of dimensions that were solved for (GSA 2): two or three, never none.
  public var mode: FixMode?

  /// The factors by which the geometry of the satellites magnifies errors (GSA, else GGA 8, GNS 8 or PUBX 00).
  public var dilutionOfPrecision = DilutionOfPrecision()

  /// The radius that contains the true position with a probability of 68 %, meters.
  public var horizontalAccuracy: Double?

  /// The deviation up or down within which the true altitude lies with a probability of 68 %, meters.
  public var verticalAccuracy: Double?

  /// The deviation within which the true speed lies with a probability of 68 %, meters per second (PSRFEPE 6).
  public var speedAccuracy: Double?

  /// The deviation within which the true course lies with a probability of 68 %, degrees (PSRFEPE 7).
  public var courseAccuracy: Double?

  /// The source of the horizontal accuracy; `nil` if and only if there is no accuracy.
  public var horizontalAccuracySource: AccuracySource?

  /// The source of the vertical accuracy; `nil` if and only if there is no accuracy.
  public var verticalAccuracySource: AccuracySource?

  /// Number of satellites used (the larger of the number that GSA lists and the count in other sentences).
  public var satellitesUsed: Int?

  /// Number of different satellites above the horizon (GSV), as last reported before this fix.
  public var satellitesInView: Int?

  /// Seconds since the last differential correction (GGA 13, GNS 11).
  public var differentialAge: Double?

  /// The reference station of that correction (GGA 14, GNS 12).
  public var differentialStation: Int?

  /// Where the position comes from, if not from a receiver; `nil` for a receiver's.
  public var source: FixSource?

  /// Why this fix should not be trusted; empty for most, and where nothing watches for it.
  public var warnings: FixWarnings = []

  /// Whether the data of its satellites are signed; `nil` where nobody verifies that, or nothing is known yet.
  public var authentication: FixAuthentication?

  /// Whether the receiver says that it simulates its positions (quality 8, mode `S`).
  public var isSimulated: Bool { quality == .simulated }
}

extension Fix {
  /// Creates a fix of which only the place and perhaps the time are known.
  package init(time: FixTime?, latitude: Double, longitude: Double) {
    self.init(
      time: time, latitude: latitude, longitude: longitude, altitude: nil, satellitesUsed: nil)
  }
}

/// A source of positions that is not a receiver.
public enum FixSource: String, Hashable, Sendable, CaseIterable {
  /// The desktop's location service, which combines Wi-Fi networks, modems, addresses on the Internet and fixed places.
  case geoClue = "geoclue"
}

/// The factors by which the geometry of the satellites magnifies the error of a range.
///
/// Dimensionless; about 1 is good, 10 is bad. Receivers send 99.99 for "unknown", which is `nil` here.
public struct DilutionOfPrecision: Hashable, Sendable {
  /// Of the position in three dimensions.
  public var position: Double?
  /// Of latitude and longitude.
  public var horizontal: Double?
  /// Of the altitude.
  public var vertical: Double?

  /// Creates dilutions that are all unknown.
  public init() {}
}
