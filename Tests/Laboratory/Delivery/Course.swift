// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Logging

@testable import GNSS
@testable import GNSSReceiver
@testable import LinuxLocation

/// A path of locations, with their times of departure and arrival.
// Proof of Sendable: locks guard the times; the manager is created and used where its callbacks arrive; only the sending
// thread uses the number.
final class Course: NSObject, CLLocationManagerDelegate, @unchecked Sendable {
  let engine = Course.makeEngine()
  let departures = Times()
  let arrivals = Times()
  private var manager: CLLocationManager?
  private var number = 0

  static func makeEngine() -> LocationEngine {
    LocationEngine(
      source: NoReceiver(), authorizer: EverythingAllowed(), directory: nil,
      logger: Logger(label: "benchmark"))
  }

  /// Returns the time of a fix as Core Location dates it.
  static func date(_ number: Int) -> Date {
    Date(timeIntervalSince1970: 1_700_000_000 + Double(number))
  }

  /// Passes a fix to an engine, as the receiver's thread does.
  static func pass(_ number: Int, to engine: LocationEngine) {
    var fix = Fix(
      time: FixTime(nanosecondsSince1970: (1_700_000_000 + Int64(number)) * 1_000_000_000),
      latitude: 48 + Double(number) * 1e-3, longitude: 11)
    (fix.altitude, fix.horizontalAccuracy, fix.verticalAccuracy) = (0, 5, 5)
    let now = ReceiverSupervisor.now
    engine.change { $0.received(ReceiverEvent(.report(.fix(fix)), at: now), at: now, into: &$1) }
  }

  func manage() {
    let manager = CLLocationManager(engine: engine)
    manager.delegate = self
    manager.startUpdatingLocation()
    self.manager = manager
  }

  func send() {
    number += 1
    departures.withLock { $0[Self.date(number)] = ReceiverSupervisor.now }
    Self.pass(number, to: engine)
  }

  func arrived(_ location: CLLocation) {
    let now = ReceiverSupervisor.now
    arrivals.withLock { $0[location.timestamp] = now }
  }

  /// Microseconds from departure to arrival, sorted.
  var delays: [Double] {
    let departures = departures.withLock { $0 }
    return arrivals.withLock { $0 }.compactMap { timestamp, arrival in
      departures[timestamp].map { (arrival - $0) / .microseconds(1) }
    }.sorted()
  }

  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    for location in locations { arrived(location) }
  }
}

/// Many managers with one delegate.
// Proof of Sendable: managers and count are used on the main queue; the count is read when no more callbacks come.
final class Crowd: NSObject, CLLocationManagerDelegate, @unchecked Sendable {
  private let engine: LocationEngine
  private var managers: [CLLocationManager] = []
  private(set) var count = 0

  init(_ engine: LocationEngine) { self.engine = engine }

  func gather(_ size: Int) {
    managers = (0..<size).map { _ in
      let manager = CLLocationManager(engine: engine)
      manager.delegate = self
      manager.startUpdatingLocation()
      return manager
    }
  }

  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    count += 1
  }
}

/// Times of departure or arrival, by the location's own time.
// Proof of Sendable: the lock guards the times.
final class Times: @unchecked Sendable {
  private let lock = NSLock()
  private var times: [Date: Duration] = [:]

  func withLock<Result>(_ body: (inout [Date: Duration]) -> Result) -> Result {
    lock.withLock { body(&times) }
  }
}

private struct NoReceiver: PositionSource {
  var isReplay: Bool { false }
  func start(
    _ receive: @escaping @Sendable ([ReceiverEvent]) -> Void
  ) throws(PositionSourceError) -> any Sendable { 0 }
}

private struct EverythingAllowed: Authorizer {
  var permission: Permission { Permission(status: .authorizedAlways) }
  func requestWhenInUse() {}
  func requestAlways() {}
  func requestImplicitly() {}
  func requestTemporaryFullAccuracy(
    purposeKey: String, _ completion: @escaping @Sendable (CLError.Code?) -> Void
  ) { completion(.promptDeclined) }
  func alwaysNeeded(_ settled: @escaping @Sendable (Bool) -> Void) { settled(true) }
  func observe(_ changed: @escaping @Sendable (Permission) -> Void) {}
  func setInUse(_ isInUse: Bool?) {}
  func showUse(_ use: ServiceSet, showsIndicator: Bool) {}
}
