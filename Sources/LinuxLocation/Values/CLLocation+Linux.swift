// Core Location for Linux. SPDX-License-Identifier: MIT
//
// An addition to Apple's CLLocation.

public import GNSS

extension CLLocation {
  /// The receiver's report: satellites, dilution of precision, the source of the accuracy.
  ///
  /// `nil` for a location that an application created, that comes from an archive, or whose accuracy was reduced
  /// because the application may not know more.
  public var fix: Fix? { fields.fix }

  /// Why this location should not be trusted; empty for most, and whenever ``fix`` is `nil`.
  public var warnings: [FixWarning] { fields.fix?.warnings.list ?? [] }

  /// Whether the data of the satellites are signed (Galileo's OSNMA).
  ///
  /// `nil` unless the location comes from a service (`gps serve`) that verifies signatures, and whenever ``fix`` is `nil`: an
  /// application has no cryptographic functions of its own for that.
  public var authentication: FixAuthentication? { fields.fix?.authentication }
}
