// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import LinuxLocation

/// Code under test, as many applications have it: a class of the main actor with a manager and a loop beside it.
@MainActor final class TripModel: NSObject, CLLocationManagerDelegate {
  /// What the loop has received.
  private(set) var updates: [CLLocation] = []
  /// What the delegate has received.
  private(set) var locations: [CLLocation] = []

  private let manager = CLLocationManager()
  private let geocoder = CLGeocoder()
  private var session: CLServiceSession?
  private var loop: Task<Void, any Error>?

  override init() {
    super.init()
    manager.delegate = self
  }

  /// Meters, according to the loop.
  var totalDistance: CLLocationDistance {
    zip(updates, updates.dropFirst()).reduce(0) { $0 + $1.1.distance(from: $1.0) }
  }

  func start() {
    session = CLServiceSession(authorization: .whenInUse)
    manager.startUpdatingLocation()
    loop = Task {
      for try await update in CLLocationUpdate.liveUpdates(.fitness) {
        guard let location = update.location else { continue }
        updates.append(location)
        if updates.count == 5 { _ = try? await geocoder.reverseGeocodeLocation(location) }
      }
    }
  }

  func stop() {
    loop?.cancel()
    manager.stopUpdatingLocation()
    session?.invalidate()
  }

  nonisolated func locationManager(
    _ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]
  ) {
    Task { @MainActor in self.locations += locations }
  }

  nonisolated func locationManager(
    _ manager: CLLocationManager, didFailWithError error: any Error
  ) {}
}
