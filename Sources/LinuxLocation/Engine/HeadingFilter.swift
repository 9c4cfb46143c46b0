// Core Location for Linux. SPDX-License-Identifier: MIT

/// Lets a heading pass when it differs enough from the last one that did.
struct HeadingFilter: Sendable {
  private var last: CLLocationDirection?

  /// - Parameter degrees: the least difference; not positive lets everything pass.
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
