// Core Location for Linux. SPDX-License-Identifier: MIT
//
// What Apple's CLLocation lacks.

public import GNSS

extension CLLocation {
  /// What the receiver told about this place: satellites, dilution of precision, the source of the accuracy.
  ///
  /// `nil` for a location that an application made, that came from an archive, or that was made less exact
  /// because only reduced accuracy is granted.
  public var fix: Fix? { fields.fix }
}
