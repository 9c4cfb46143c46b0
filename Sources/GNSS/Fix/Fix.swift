// Core Location for Linux. SPDX-License-Identifier: MIT

public import NMEA0183

/// A position that a receiver has found, and all it told about it.
///
/// SI units, degrees, and WGS 84. What the receiver did not say is `nil`. Without a valid position
/// there is no fix at all: an RMC with status V, a GGA with quality 0 or a mode `N` make none, whatever
/// coordinate they carry.
public struct Fix: Hashable, Sendable {
  /// When the position was taken, by the receiver's own account.
  public var time: FixTime

  /// Degrees north of the equator, −90…90 (GGA, GNS, PUBX 00, RMC or GLL).
  public var latitude: Double

  /// Degrees east of Greenwich, −180…180.
  public var longitude: Double

  /// Meters above mean sea level (GGA 9, GNS 9).
  public var altitude: Double?

  /// Meters above the WGS 84 ellipsoid: altitude and geoid separation, or PUBX 00 field 7.
  public var ellipsoidalAltitude: Double?

  /// Meters by which the geoid lies above the ellipsoid (GGA 11, GNS 10).
  public var geoidSeparation: Double?

  /// Speed over ground, meters per second (RMC 7, VTG 5 or 7, PUBX 00 field 11).
  public var speed: Double?

  /// Course over ground, degrees clockwise from true north, 0..<360 (RMC 8, VTG 1, PUBX 00 field 12).
  ///
  /// `nil` when the receiver leaves it empty, as most do below 0.1 to 0.5 m/s: it is not computed from
  /// positions, and 0 would mean north.
  public var course: Double?

  /// Meters per second upwards (PUBX 00 field 13).
  public var verticalSpeed: Double?

  /// How the position was found (GGA 6, else the mode of GNS, RMC or GLL); `nil` from a receiver of
  /// before version 2.3 that sends no GGA.
  public var quality: FixQuality?

  /// How many dimensions were solved for (GSA 2): two or three, never none.
  public var mode: FixMode?

  /// How the satellites' geometry magnifies errors (GSA, GGA 8).
  public var dilutionOfPrecision = DilutionOfPrecision()

  /// The radius within which the true position lies with 68 %, meters.
  public var horizontalAccuracy: Double?

  /// The distance above and below within which the true altitude lies with 68 %, meters.
  public var verticalAccuracy: Double?

  /// The difference within which the true speed lies with 68 %, meters per second (PSRFEPE 6).
  public var speedAccuracy: Double?

  /// The difference within which the true course lies with 68 %, degrees (PSRFEPE 7).
  public var courseAccuracy: Double?

  /// What the horizontal accuracy was derived from; `nil` exactly when there is none.
  public var horizontalAccuracySource: AccuracySource?

  /// What the vertical accuracy was derived from; `nil` exactly when there is none.
  public var verticalAccuracySource: AccuracySource?

  /// Number of satellites used (the larger of what GSA lists and GGA or GNS counts).
  public var satellitesUsed: Int?

  /// Number of different satellites above the horizon (GSV), as last told before this fix.
  public var satellitesInView: Int?

  /// Seconds since the last differential correction (GGA 13, GNS 11).
  public var differentialAge: Double?

  /// The reference station of that correction (GGA 14, GNS 12).
  public var differentialStation: Int?

  /// Whether the receiver says that it makes its positions up (quality 8, mode `S`).
  public var isSimulated: Bool { quality == .simulated }
}

/// How the satellites' geometry magnifies the error of a range into one of the position.
///
/// Dimensionless; about 1 is good, 10 bad. Receivers send 99.99 for unknown, which is `nil` here.
public struct DilutionOfPrecision: Hashable, Sendable {
  /// Of the position in three dimensions.
  public var position: Double?
  /// Of latitude and longitude.
  public var horizontal: Double?
  /// Of the altitude.
  public var vertical: Double?

  /// Nothing known.
  public init() {}
}
