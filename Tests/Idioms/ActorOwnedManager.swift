// Core Location for Linux. SPDX-License-Identifier: MIT

import CoreLocation

/// A manager that an actor owns, with a delegate of its own.
actor Tracker {
  private let manager = CLLocationManager()
  private let geocoder = CLGeocoder()
  private let relay = Relay()

  func start() {
    manager.delegate = relay
    manager.desiredAccuracy = kCLLocationAccuracyBest
    manager.startUpdatingLocation()
  }

  func town(at location: CLLocation) async throws -> String? {
    try await geocoder.reverseGeocodeLocation(location).first?.locality
  }

  var last: CLLocation? { manager.location }
}

final class Relay: NSObject, CLLocationManagerDelegate {
  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    print(locations.last?.coordinate.latitude ?? .nan)
  }
}
