// Core Location for Linux. SPDX-License-Identifier: MIT

import CoreLocation

/// One location, by a continuation that a delegate resumes.
@MainActor final class OneShot: NSObject, CLLocationManagerDelegate {
  private let manager = CLLocationManager()
  private var continuation: CheckedContinuation<CLLocation, any Error>?

  func location() async throws -> CLLocation {
    manager.delegate = self
    return try await withCheckedThrowingContinuation { continuation in
      self.continuation = continuation
      manager.requestLocation()
    }
  }

  nonisolated func locationManager(
    _ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]
  ) {
    guard let location = locations.last else { return }
    MainActor.assumeIsolated { resume(.success(location)) }
  }

  nonisolated func locationManager(
    _ manager: CLLocationManager, didFailWithError error: any Error
  ) {
    MainActor.assumeIsolated { resume(.failure(error)) }
  }

  private func resume(_ result: Result<CLLocation, any Error>) {
    continuation?.resume(with: result)
    continuation = nil
  }
}
