// Core Location for Linux. SPDX-License-Identifier: MIT

public import CoreLocation

/// A delegate that prints its callbacks, and whether they arrive where they should.
///
/// Like many an application's model, it is observable, with no other import.
@Observable public final class Listener: NSObject, CLLocationManagerDelegate {
  private let manager = CLLocationManager()
  private let isHere: () -> Bool
  private let finished: () -> Void
  private var remaining = 3

  /// Starts updates on the calling thread.
  ///
  /// - Parameters:
  ///   - isHere: returns whether callbacks should arrive where it is called.
  ///   - finished: called after three locations.
  public init(isHere: @escaping () -> Bool, finished: @escaping () -> Void) {
    self.isHere = isHere
    self.finished = finished
    super.init()
    manager.delegate = self
    manager.startUpdatingLocation()
  }

  /// Prints the application's authorization.
  public func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
    printLine("authorization \(manager.authorizationStatus.rawValue)")
  }

  /// Prints this machine's location, three times.
  public func locationManager(
    _ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]
  ) {
    for location in locations where remaining > 0 {
      printLine(String(format: "location %.4f", location.coordinate.latitude))
      remaining -= 1
      if remaining == 0 { finished() }
    }
  }

  private func printLine(_ words: String) {
    let line = "\(words) \(isHere() ? "here" : "elsewhere")\n"
    FileHandle.standardOutput.write(Data(line.utf8))
  }
}

/// The main queue, which a run loop may serve on any thread.
public enum MainQueue {
  private static let key = DispatchSpecificKey<Bool>()

  /// Marks the main queue; to be called before ``isCurrent``.
  public static func mark() { DispatchQueue.main.setSpecific(key: key, value: true) }

  /// Whether the caller runs on the main queue.
  public static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }
}
