// Core Location for Linux. SPDX-License-Identifier: MIT

/// A filter that passes a heading if it differs enough from the last one that passed.
struct HeadingFilter: Sendable {
  private var last: CLLocationDirection?

  /// - Parameter degrees: the least difference; everything passes if it is not positive.
  mutating func passes(_ heading: CLHeading, degrees: CLLocationDegrees) -> Bool {
    let angle = heading.trueHeading >= 0 ? heading.trueHeading : heading.magneticHeading
    if degrees > 0, let last {
      let difference = abs(angle - last)
      guard min(difference, 360 - difference) >= degrees else { return false }
    }
    last = angle
    return true
  }
}
