// Core Location for Linux. SPDX-License-Identifier: MIT

import CoreLocationTesting
import Foundation
import LinuxLocation

/// Code under test: it creates its own manager, and records the callbacks.
// Proof of Sendable: the lock guards everything that changes.
final class Diary: NSObject, CLLocationManagerDelegate, @unchecked Sendable {
  private struct Content {
    var manager: CLLocationManager?
    var locations: [CLLocation] = []
    var errors: [CLError.Code] = []
    var crossings: [String] = []
    var statuses: [CLAuthorizationStatus] = []
    var region: CLCircularRegion?
    var onLocation: () -> Void = {}
    var waiting: CheckedContinuation<Void, Never>?
  }

  private let lock = NSLock()
  private var content = Content()

  private func read<Value>(_ path: KeyPath<Content, Value>) -> Value {
    lock.withLock { content[keyPath: path] }
  }

  var manager: CLLocationManager? { read(\.manager) }
  var locations: [CLLocation] { read(\.locations) }
  var errors: [CLError.Code] { read(\.errors) }
  var crossings: [String] { read(\.crossings) }
  var statuses: [CLAuthorizationStatus] { read(\.statuses) }
  /// A region that it monitors once it is authorized.
  var region: CLCircularRegion? {
    get { read(\.region) }
    set { lock.withLock { content.region = newValue } }
  }
  /// Called with each location.
  var onLocation: () -> Void {
    get { read(\.onLocation) }
    set { lock.withLock { content.onLocation = newValue } }
  }

  func start() {
    let manager = CLLocationManager()
    manager.delegate = self
    lock.withLock { content.manager = manager }
    manager.startUpdatingLocation()
  }

  /// Starts, and keeps itself alive as long as the simulation delivers locations.
  func start(keeping simulation: Simulation) {
    onLocation = { _ = self }
    start()
  }

  /// Waits until the authorization has been reported.
  func becameAuthorized() async {
    await withCheckedContinuation { continuation in
      let isOver = lock.withLock {
        if content.statuses.isEmpty { content.waiting = continuation }
        return !content.statuses.isEmpty
      }
      if isOver { continuation.resume() }
    }
  }

  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
    let waiting = lock.withLock {
      content.statuses.append(manager.authorizationStatus)
      defer { content.waiting = nil }
      return content.waiting
    }
    waiting?.resume()
    if let region { manager.startMonitoring(for: region) }
  }

  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    lock.withLock { content.locations += locations }
    onLocation()
  }

  func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
    lock.withLock { if let error = error as? CLError { content.errors.append(error.code) } }
  }

  func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
    lock.withLock { content.crossings.append("entered \(region.identifier)") }
  }

  func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
    lock.withLock { content.crossings.append("left \(region.identifier)") }
  }
}

/// A walk north at 1.5 m/s.
enum Walk {
  static let origin = CLLocationCoordinate2D(latitude: 47.5, longitude: 9.7)
  static let start = Date(timeIntervalSince1970: 1_750_000_000)

  /// - Parameter degrees: how much farther north the walk begins, in tenths of a degree.
  static func locations(_ count: Int, from degrees: Double = 0) -> [CLLocation] {
    (0..<count).map { second in
      CLLocation(
        coordinate: CLLocationCoordinate2D(
          latitude: origin.latitude + degrees / 10 + Double(second) * 1.5 / 111_200,
          longitude: origin.longitude),
        altitude: 400, horizontalAccuracy: 4, verticalAccuracy: 6,
        timestamp: start + Double(second))
    }
  }
}
