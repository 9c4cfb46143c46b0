// Core Location for Linux. SPDX-License-Identifier: MIT

extension PositionReport.Occasion {
  /// Creates the occasion with this name; `nil` if there is none, or if its region is missing.
  init?(storedName name: String, region: String?) {
    switch (name, region) {
    case ("start", _): self = .start
    case ("distance", _): self = .distance
    case ("time", _): self = .time
    case ("turn", _): self = .turn
    case ("lost", _): self = .lost
    case ("regained", _): self = .regained
    case ("entered", let region?): self = .entered(region: region)
    case ("left", let region?): self = .left(region: region)
    default: return nil
    }
  }
}
