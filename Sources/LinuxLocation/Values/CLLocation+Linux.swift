// Core Location for Linux. SPDX-License-Identifier: MIT
//
// What Apple's CLLocation lacks.

public import GNSS

extension CLLocation {
  /// What the receiver reported: satellites, dilution of precision, the source of the accuracy.
  ///
  /// `nil` for a location that an application created, that comes from an archive, or that was reduced in accuracy
  /// because only that is granted.
  public var fix: Fix? { fields.fix }
}
