// Core Location for Linux. SPDX-License-Identifier: MIT
//
// An application that ends and comes back, for the tests of `gps wake`.

import Foundation
import Glibc
import LinuxLocation

/// A program without arguments, which reads what it does from `EXECUTABLE.does`, and adds a line to `EXECUTABLE.log` for whatever
/// it is told.
///
/// Started by hand it monitors, and ends at once. Woken, it waits to be told, and ends. The words in the file change that:
/// `conditions`, `changes` and `visits` monitor these instead of a region; `stays` does not end; `crashes` ends by an error
/// before it is told; `ignores` never makes a manager; `lingers` does not end within the delegate, but after that.
@main
struct WakeProbe {
  static let path =
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
  static let words = Set(
    ((try? String(contentsOfFile: path + ".does", encoding: .utf8)) ?? "")
      .split(whereSeparator: \.isWhitespace).map(String.init))
  static let place = CLLocationCoordinate2D(latitude: 47.5437, longitude: 9.6833)

  static func does(_ word: String) -> Bool { words.contains(word) }

  @MainActor static func main() async {
    let isWoken = CLLocationManager.launchReason == .location
    if isWoken, does("crashes") { abort() }
    if isWoken, does("ignores") { while true { sleep(1) } }
    if isWoken { note("woken") }
    let manager = CLLocationManager()
    let witness = Witness()
    manager.delegate = witness
    if does("conditions") {
      let monitor = await CLMonitor("places")
      if !isWoken {
        await monitor.add(
          CLMonitor.CircularGeographicCondition(center: place, radius: 200), identifier: "home")
      }
      if isWoken || does("stays") {
        Task {
          for try await event in await monitor.events {
            tell("condition \(event.identifier) \(event.state.rawValue)")
          }
        }
      }
    } else if does("changes") {
      manager.startMonitoringSignificantLocationChanges()
    } else if does("visits") {
      manager.startMonitoringVisits()
    } else if !isWoken {
      manager.startMonitoring(
        for: CLCircularRegion(center: place, radius: 200, identifier: "home"))
    }
    if does("stays") || isWoken {
      // A woken program that is told nothing ends by itself some day.
      try? await Task.sleep(for: .seconds(does("stays") ? 3600 : 60))
    }
    withExtendedLifetime((manager, witness)) {}
    exit(0)
  }

  /// Adds a line to the log, in one write.
  static func note(_ line: String) {
    let descriptor = open(path + ".log", O_WRONLY | O_CREAT | O_APPEND, 0o600)
    let bytes = Array((line + "\n").utf8)
    _ = write(descriptor, bytes, bytes.count)
    close(descriptor)
  }

  static func tell(_ line: String) {
    note(line)
    guard CLLocationManager.launchReason == .location, !does("stays") else { return }
    if does("lingers") { return DispatchQueue.main.asyncAfter(deadline: .now() + 1) { exit(0) } }
    exit(0)
  }

  private final class Witness: NSObject, CLLocationManagerDelegate {
    func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
      tell("entered \(region.identifier)")
    }

    func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
      tell("left \(region.identifier)")
    }

    func locationManager(_ manager: CLLocationManager, didVisit visit: CLVisit) {
      tell(visit.departureDate == .distantFuture ? "arrived" : "departed")
    }

    func locationManager(
      _ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]
    ) {
      guard does("changes") else { return }
      tell("changed \(Int(locations[0].timestamp.timeIntervalSince1970))")
    }

    func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {}
  }
}
