// Core Location for Linux. SPDX-License-Identifier: MIT
//
// An application as the tests of faults need it: one that writes all the time, or has no descriptors left.

import Foundation
import GNSSReceiver
import Glibc
import LinuxLocation
import LinuxSystem
import Logging
import SerialLine

/// Does what its first argument says.
///
/// `regions`, `conditions` and `rates` print what is kept, one line a name, and add the name that follows. Without
/// one they write over and over, until they are killed. `starve` listens with so many descriptors to spare, and all
/// of them from SIGUSR1 on. `listen` prints where it is, and when its delegate was called.
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

  // MARK: What is kept

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
    // The engine writes a moment later.
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

  // MARK: Where it is

  @MainActor private static func listen() {
    let manager = CLLocationManager()
    let witness = Witness()
    manager.delegate = witness
    manager.startUpdatingLocation()
    RunLoop.main.run()
  }

  /// Prints a line for each location: degrees, seconds since 1970, and nanoseconds on the monotonic clock.
  private final class Witness: NSObject, CLLocationManagerDelegate {
    func locationManager(
      _ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]
    ) {
      let now = monotonicNanoseconds()
      for location in locations {
        let place = location.coordinate
        let time = location.timestamp.timeIntervalSince1970
        printLine("location \(place.latitude) \(place.longitude) \(time) \(now)")
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
    // Whoever runs it may block them all.
    var signals = sigset_t()
    sigaddset(&signals, SIGUSR1)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    // The run loop and what authorization watches have their descriptors before there are none left.
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
      // It comes back at once when it waits for nothing.
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

  /// Prints what comes, in the form that `hotplug.py` reads.
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

/// Writes a line at once.
private func printLine(_ line: String) {
  let bytes = Array((line + "\n").utf8)
  _ = write(STDOUT_FILENO, bytes, bytes.count)
}
