// Core Location for Linux. SPDX-License-Identifier: MIT
//
// An application for the tests of faults: it writes continuously, or has no descriptors left.

import Foundation
import GNSSReceiver
import Glibc
import LinuxLocation
import LinuxSystem
import Logging
import SerialLine

/// A program whose first argument selects what it does.
///
/// `regions`, `conditions` and `rates` print what is stored, a name per line, and add the name that follows. Without
/// a name, they write repeatedly until they are killed. `starve` listens with the given number of spare descriptors,
/// and with all of them after SIGUSR1. `listen` prints the location, and when its delegate was called.
@main
struct LocationProbe {
  static func main() async {
    LoggingSystem.bootstrap { StreamLogHandler.standardError(label: $0) }
    let arguments = CommandLine.arguments.dropFirst()
    switch arguments.first {
    case "regions": keepRegions(arguments.dropFirst().first)
    case "conditions": await keepConditions(arguments.dropFirst().first)
    case "rates": keepRates(arguments.dropFirst().first)
    case "listen": listen()
    case "starve": starve(leaving: arguments.dropFirst().first.flatMap { Int($0) } ?? 0)
    default: printLine("what is \(arguments)?")
    }
  }

  // MARK: Stored state

  private static let place = CLLocationCoordinate2D(latitude: 47.5437, longitude: 9.6833)

  private static func keepRegions(_ name: String?) {
    let manager = CLLocationManager()
    func add(_ name: String, radius: Double) {
      manager.startMonitoring(
        for: CLCircularRegion(center: place, radius: radius, identifier: name))
    }
    for region in manager.monitoredRegions { printLine(region.identifier) }
    guard let name else { return forever { add("busy", radius: Double($0)) } }
    add(name, radius: 100)
    // The engine writes shortly after.
    sleep(1)
  }

  private static func keepConditions(_ name: String?) async {
    let monitor = await CLMonitor("probe")
    for identifier in await monitor.identifiers { printLine(identifier) }
    func add(_ name: String, radius: Double) async {
      await monitor.add(
        CLMonitor.CircularGeographicCondition(center: place, radius: radius), identifier: name)
    }
    if let name { return await add(name, radius: 100) }
    printLine("busy")
    for number in 1... { await add("busy", radius: Double(number)) }
  }

  private static func keepRates(_ name: String?) {
    guard let memory = RateMemoryFile() else { return }
    for line in memory.read().text.split(separator: "\n") { printLine(String(line)) }
    if let name { return memory.remember(BaudRate(rawValue: 9600), of: name) }
    forever { memory.remember(BaudRate(rawValue: UInt32($0 % 1000 + 1)), of: "busy") }
  }

  private static func forever(_ body: (Int) -> Void) {
    printLine("busy")
    for number in 1... {
      body(number)
      usleep(500)
    }
  }

  // MARK: Location

  @MainActor private static func listen() {
    let manager = CLLocationManager()
    let witness = Witness()
    manager.delegate = witness
    manager.startUpdatingLocation()
    RunLoop.main.run()
  }

  /// Prints a line for each location: degrees, seconds since 1970, nanoseconds on the monotonic clock, both accuracies,
  /// speed and course as Core Location has them, and whether a receiver has determined it.
  private final class Witness: NSObject, CLLocationManagerDelegate {
    func locationManager(
      _ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]
    ) {
      let now = monotonicNanoseconds()
      for location in locations {
        let place = location.coordinate
        let time = location.timestamp.timeIntervalSince1970
        let isReceiver = location.sourceInformation?.isProducedByAccessory ?? false
        printLine(
          "location \(place.latitude) \(place.longitude) \(time) \(now) \(location.horizontalAccuracy) "
            + "\(location.verticalAccuracy) \(location.speed) \(location.course) \(isReceiver)")
      }
    }

    func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
      printLine("failed \((error as? CLError)?.code.rawValue ?? -1)")
    }
  }

  // MARK: Without descriptors

  @MainActor private static func starve(leaving spare: Int) {
    let manager = CLLocationManager()
    let listener = Listener()
    manager.delegate = listener
    signal(SIGUSR1) { _ in LocationProbe.limitDescriptors(to: nil) }
    // The parent may block all signals.
    var signals = sigset_t()
    sigaddset(&signals, SIGUSR1)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    // The run loop and the authorization's watches get their descriptors before none are left.
    turnRunLoop(for: 0.3)
    limitDescriptors(to: 64)
    var taken: [CInt] = []
    while case let descriptor = dup(STDERR_FILENO), descriptor >= 0 { taken.append(descriptor) }
    for descriptor in taken.suffix(spare) { close(descriptor) }
    manager.startUpdatingLocation()
    turnRunLoop(for: .infinity)
  }

  @MainActor private static func turnRunLoop(for seconds: Double) {
    let end = monotonicNow() + .seconds(min(seconds, 3600))
    while monotonicNow() < end {
      // It returns immediately when it has nothing to wait for.
      RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.01))
      usleep(10_000)
    }
  }

  private static func limitDescriptors(to count: Int?) {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = count.map { rlim_t($0) } ?? limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }

  /// A delegate that prints its callbacks in the format that `hotplug.py` reads.
  private final class Listener: NSObject, CLLocationManagerDelegate {
    func locationManager(
      _ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]
    ) {
      let format = ISO8601DateFormatter()
      for location in locations {
        printLine("{\"timestamp\":\"\(format.string(from: location.timestamp))\"}")
      }
    }

    func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
      printLine("failed \((error as? CLError)?.code.rawValue ?? -1)")
    }
  }
}

/// Writes a line immediately.
private func printLine(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  _ = write(STDOUT_FILENO, bytes, bytes.count)
}
