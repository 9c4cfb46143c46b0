import CoreLocation

/// Monitors the harbor, and ends.
///
/// When it is entered or left, the application is started again, notes a reminder, and ends.
final class Reminder: NSObject, CLLocationManagerDelegate {
  private let harbor = CLCircularRegion(
    center: CLLocationCoordinate2D(latitude: 47.5437, longitude: 9.6833), radius: 200,
    identifier: "harbor")

  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
    // Woken, it has nothing to set up: the region is still monitored.
    guard CLLocationManager.launchReason == nil else { return }
    switch manager.authorizationStatus {
    case .notDetermined, .authorizedWhenInUse: manager.requestAlwaysAuthorization()
    case .authorizedAlways: manager.startMonitoring(for: harbor)
    default: CLLocationManager.openSettings()
    }
  }

  func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion) {
    print("You will be reminded at the \(region.identifier), even after this.")
    exit(0)
  }

  func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
    remind("Make fast at the \(region.identifier)")
  }

  func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
    remind("Take in the fenders")
  }

  private func remind(_ text: String) {
    // Foundation's home is the one in the user database, also if HOME names another.
    let home = ProcessInfo.processInfo.environment["HOME"] ?? NSHomeDirectory()
    let file = URL(filePath: home).appending(path: "reminders.txt")
    let before = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    do {
      try (before + text + "\n").write(to: file, atomically: true, encoding: .utf8)
      exit(0)
    } catch {
      print("cannot write \(file.path): \(error)")
      exit(1)
    }
  }
}

let (manager, reminder) = (CLLocationManager(), Reminder())
manager.delegate = reminder
RunLoop.main.run()
