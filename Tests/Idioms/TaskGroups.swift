// Core Location for Linux. SPDX-License-Identifier: MIT

import CoreLocation

/// Places that are named at the same time, each by a geocoder of its own.
func names(of locations: [CLLocation]) async -> [String] {
  await withTaskGroup(of: String?.self) { group in
    for location in locations {
      group.addTask {
        let geocoder = CLGeocoder()
        return try? await geocoder.reverseGeocodeLocation(location).first?.locality
      }
    }
    return await group.reduce(into: []) { names, name in if let name { names.append(name) } }
  }
}

/// The first location that is accurate enough, or nothing when the time is up.
func location(within seconds: Double, accuracy: CLLocationAccuracy) async throws -> CLLocation? {
  try await withThrowingTaskGroup(of: CLLocation?.self) { group in
    group.addTask {
      for try await update in CLLocationUpdate.liveUpdates() {
        if let location = update.location, location.horizontalAccuracy <= accuracy {
          return location
        }
      }
      return nil
    }
    group.addTask {
      try await Task.sleep(for: .seconds(seconds))
      return nil
    }
    defer { group.cancelAll() }
    return try await group.next() ?? nil
  }
}
