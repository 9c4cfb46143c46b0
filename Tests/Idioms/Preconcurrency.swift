// Core Location for Linux. SPDX-License-Identifier: MIT

@preconcurrency import CoreLocation

/// Code from before Swift 6 that hands values of the framework to other tasks.
@MainActor final class OldModel: NSObject, @preconcurrency CLLocationManagerDelegate {
  var heading: CLHeading?
  var visits: [CLVisit] = []
  private let geocoder = CLGeocoder()

  func locationManager(_ manager: CLLocationManager, didUpdateHeading newHeading: CLHeading) {
    heading = newHeading
  }

  func locationManager(_ manager: CLLocationManager, didVisit visit: CLVisit) {
    Task.detached { await self.keep(visit) }
  }

  func keep(_ visit: CLVisit) { visits.append(visit) }
}

func print(later heading: CLHeading) {
  Task.detached { print(heading.trueHeading) }
}
