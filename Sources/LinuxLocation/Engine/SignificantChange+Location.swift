// Core Location for Linux. SPDX-License-Identifier: MIT
//
// The filter of significant changes, in Core Location's terms.

import Foundation
import GNSS
import LocationGeometry

extension SignificantChange {
  /// - Parameter last: the last location that has passed before; `nil` if there is none.
  init(last: CLLocation?) {
    self.init()
    guard let last else { return }
    pass(
      latitude: last.coordinate.latitude, longitude: last.coordinate.longitude,
      at: last.timestamp.timeIntervalSinceReferenceDate)
  }

  mutating func passes(_ location: CLLocation, isReduced: Bool = false) -> Bool {
    passes(
      latitude: location.coordinate.latitude, longitude: location.coordinate.longitude,
      accuracy: location.knownAccuracy, at: location.timestamp.timeIntervalSinceReferenceDate,
      isReduced: isReduced)
  }
}
