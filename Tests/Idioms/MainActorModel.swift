// Core Location for Linux. SPDX-License-Identifier: MIT

import CoreLocation
import Observation

/// What a screen observes: a loop over locations, and a delegate that returns to the main actor.
@MainActor @Observable final class PositionModel: NSObject, CLLocationManagerDelegate {
  private(set) var location: CLLocation?
  private(set) var isAllowed = false
  private(set) var heading: Double?
  private let manager = CLLocationManager()
  private let geocoder = CLGeocoder()
  private var loop: Task<Void, any Error>?

  override init() {
    super.init()
    manager.delegate = self
  }

  func follow() {
    loop = Task {
      for try await update in CLLocationUpdate.liveUpdates(.automotiveNavigation) {
        if let location = update.location { self.location = location }
        if update.authorizationDenied { break }
      }
    }
  }

  func name() async -> String? {
    guard let location else { return nil }
    return try? await geocoder.reverseGeocodeLocation(location).first?.name
  }

  nonisolated func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
    MainActor.assumeIsolated {
      isAllowed = self.manager.authorizationStatus == .authorizedWhenInUse
    }
  }

  nonisolated func locationManager(_ manager: CLLocationManager, didUpdateHeading new: CLHeading) {
    let degrees = new.trueHeading
    Task { @MainActor in heading = degrees }
  }
}
