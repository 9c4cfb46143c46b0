// Core Location for Linux. SPDX-License-Identifier: MIT
//
// The application's side: a separate process with its own receiver, since two processes never share a port.

import Foundation
import Glibc
import LinuxLocation
import LinuxSystem

/// A `CLLocationManager` on the main run loop, which prints what its delegate receives as lines on standard output.
///
/// `+` and `-` on standard input start and stop updates; the end of input ends the process. The lines are
/// `location MILLISECONDS LATITUDE LONGITUDE`, `allocated KILOBYTES` once a second, and `late` for a location that
/// is delivered after updates were stopped.
@MainActor
enum SoakClient {
  private static let manager = CLLocationManager()
  private static let delegate = Delegate()
  private static var isStarted = false

  static func run() -> Never {
    manager.delegate = delegate
    POSIXThread.detach {
      var command: UInt8 = 0
      while retryingOnInterrupt({ read(STDIN_FILENO, &command, 1) }) == 1 {
        let starts = command == UInt8(ascii: "+")
        DispatchQueue.main.async { MainActor.assumeIsolated { obey(starts) } }
      }
      exit(0)
    }
    let timer = Timer(timeInterval: 1, repeats: true) { _ in
      printText("allocated \(SoakVitals.now.allocated)\n")
    }
    RunLoop.main.add(timer, forMode: .common)
    while true { RunLoop.main.run() }
  }

  private static func obey(_ starts: Bool) {
    isStarted = starts
    if starts { manager.startUpdatingLocation() } else { manager.stopUpdatingLocation() }
  }

  private final class Delegate: NSObject, CLLocationManagerDelegate {
    func locationManager(
      _ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]
    ) {
      var text = MainActor.assumeIsolated { isStarted } ? "" : "late\n"
      for location in locations {
        let time = Int((location.timestamp.timeIntervalSince1970 * 1000).rounded())
        let place = location.coordinate
        text += "location \(time) \(place.latitude) \(place.longitude)\n"
      }
      printText(text)
    }
  }
}

/// Prints text at once, however slowly the other end reads.
private func printText(_ text: String) {
  var rest = Array(text.utf8)[...]
  while !rest.isEmpty {
    let count = retryingOnInterrupt { rest.withUnsafeBytes { write(1, $0.baseAddress, $0.count) } }
    guard count > 0 else { exit(1) }
    rest = rest.dropFirst(count)
  }
}
