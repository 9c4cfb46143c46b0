// Core Location for Linux. SPDX-License-Identifier: MIT

import CoreLocation

/// What an application needs of a manager, and what stands for it in tests.
protocol Locating: AnyObject {
  var delegate: (any CLLocationManagerDelegate)? { get set }
  var location: CLLocation? { get }
  func startUpdatingLocation()
  func stopUpdatingLocation()
}

extension CLLocationManager: Locating {}

final class RecordedLocating: Locating {
  weak var delegate: (any CLLocationManagerDelegate)?
  var location: CLLocation?
  func startUpdatingLocation() {
    location = CLLocation(latitude: 47, longitude: 9)
    delegate?.locationManager(CLLocationManager(), didUpdateLocations: [location].compactMap { $0 })
  }
  func stopUpdatingLocation() {}
}

class FixedVisit: CLVisit {
  override var arrivalDate: Date { .distantPast }
  override var coordinate: CLLocationCoordinate2D { .init(latitude: 47, longitude: 9) }
}

class FixedHeading: CLHeading {
  var degrees = 90.0
  override var trueHeading: CLLocationDirection { degrees }
}

class FixedBeacon: CLBeacon {
  override var rssi: Int { -60 }
}

final class FixedGeocoder: CLGeocoder {
  var answers: [CLPlacemark] = []
  override func reverseGeocodeLocation(
    _ location: CLLocation, completionHandler: @escaping CLGeocodeCompletionHandler
  ) {
    completionHandler(answers, nil)
  }
  override func geocodeAddressString(_ addressString: String) async throws -> [CLPlacemark] {
    answers
  }
}

class CountingManager: CLLocationManager {
  private(set) var starts = 0
  override func startUpdatingLocation() { starts += 1 }
  override var location: CLLocation? { CLLocation(latitude: 47, longitude: 9) }
}
