// Core Location for Linux. SPDX-License-Identifier: MIT

/// The source of an accuracy.
///
/// The derivations are in docs/accuracy.md.
public enum AccuracySource: UInt8, Sendable, CaseIterable {
  /// The standard deviations of GST, the best of those in sentences; the others follow in order.
  case pseudorangeStatistics
  /// The estimates of u-blox's PUBX 00.
  case ubloxEstimate
  /// The estimated errors of Garmin's PGRME.
  case garminEstimate
  /// The estimated errors of SiRF's PSRFEPE.
  case sirfEstimate
  /// The expected errors of GBS.
  case faultDetection
  /// A dilution of precision times the range error that is usual for the fix quality.
  case dilutionOfPrecision
  /// gpsd's own estimates.
  case gpsdEstimate
  /// Nothing that the receiver reported: an estimate typical of its kind, or the grid of reduced accuracy.
  ///
  /// This module never uses it, nor ``gpsdEstimate``; `CLLocation.fix` does.
  case assumed
  /// The estimates in u-blox's frames (UBX NAV-PVT and the like), the best of all.
  case ubloxFrame
  /// GeoClue's statement; this module never uses it.
  case geoClue

  /// Its place among the sources, best first.
  ///
  /// The raw values are kept in files.
  var order: UInt8 { self == .ubloxFrame ? 0 : rawValue &+ 1 }
}
