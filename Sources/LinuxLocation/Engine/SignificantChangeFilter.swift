// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import GNSS

/// The filter of significant changes, in Core Location's terms.
struct SignificantChangeFilter: Sendable {
  private var filter = SignificantChange()

  /// - Parameter last: the last location that has passed before; `nil` if there is none.
  init(last: CLLocation? = nil) {
    guard let last else { return }
    filter.pass(
      latitude: last.coordinate.latitude, longitude: last.coordinate.longitude,
      at: last.timestamp.timeIntervalSinceReferenceDate)
  }

  mutating func passes(_ location: CLLocation, isReduced: Bool = false) -> Bool {
    let accuracy = location.horizontalAccuracy
    return filter.passes(
      latitude: location.coordinate.latitude, longitude: location.coordinate.longitude,
      accuracy: accuracy < 0 ? nil : accuracy,
      at: location.timestamp.timeIntervalSinceReferenceDate, isReduced: isReduced)
  }
}
