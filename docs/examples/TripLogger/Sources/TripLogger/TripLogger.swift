// Core Location for Linux. SPDX-License-Identifier: MIT

import CoreLocation

/// Logs where it goes until it is told to stop.
final class TripLogger: NSObject {
  private let manager = CLLocationManager()
  private var trip = Trip()
  private var file: GPXFile
  /// How many times 100 m were said.
  private var hundreds = 0

  init(file: GPXFile) {
    self.file = file
    super.init()
    manager.delegate = self
    manager.desiredAccuracy = kCLLocationAccuracyBest
    manager.activityType = .fitness
    // A long rest belongs to the trip, and so does the time when another program is in front.
    manager.pausesLocationUpdatesAutomatically = false
    manager.allowsBackgroundLocationUpdates = true
  }

  func start() {
    manager.requestWhenInUseAuthorization()
    manager.startUpdatingLocation()
  }

  /// Ends the trip.
  func stop() -> Trip {
    manager.stopUpdatingLocation()
    return trip
  }

  private func add(_ location: CLLocation) {
    guard trip.add(location) else { return }
    do {
      try file.append(location)
    } catch {
      fail("cannot write the track: \(error.localizedDescription)")
    }
    if Int(trip.distance / 100) > hundreds {
      hundreds = Int(trip.distance / 100)
      print(trip)
    }
  }
}

extension TripLogger: CLLocationManagerDelegate {
  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
    switch manager.authorizationStatus {
    case .authorizedAlways, .authorizedWhenInUse: print("Logging; Ctrl-C ends the trip.")
    case .denied, .restricted: fail("This application may not know where you are.")
    case .notDetermined: break
    }
  }

  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    for location in locations { add(location) }
  }

  func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
    // There is none now; it goes on trying.
    if (error as? CLError)?.code == .locationUnknown { return }
    fail(error.localizedDescription)
  }
}

/// Says why nothing more can be done.
func fail(_ reason: String) -> Never {
  FileHandle.standardError.write(Data((reason + "\n").utf8))
  exit(1)
}
