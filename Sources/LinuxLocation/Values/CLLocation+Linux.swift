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
}
