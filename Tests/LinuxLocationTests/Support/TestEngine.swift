// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import GNSS
import GNSSReceiver
import LinuxSystem
import Logging
import TestSupport

@testable import LinuxLocation

/// A source that only counts its listeners.
final class QuietSource: PositionSource {
  let isReplay: Bool
  private let listeners = Mutex((now: 0, ever: 0))

  init(isReplay: Bool = false) { self.isReplay = isReplay }

  var isRunning: Bool { listeners.withLock { $0.now > 0 } }
  /// The number of times it was started.
  var starts: Int { listeners.withLock(\.ever) }

  func start(
    _ receive: @escaping @Sendable ([ReceiverEvent]) -> Void
  ) throws(PositionSourceError) -> any Sendable {
    listeners.withLock { $0 = ($0.now + 1, $0.ever + 1) }
    return Token(self)
  }

  private final class Token: Sendable {
    let source: QuietSource
    init(_ source: QuietSource) { self.source = source }
    deinit { source.listeners.withLock { $0.now -= 1 } }
  }
}

/// An authorizer whose permission the test sets.
final class TestAuthorizer: Authorizer {
  private struct Content {
    var permission: Permission
    var observers: [@Sendable (Permission) -> Void] = []
    var requests: [String] = []
  }

  private let content: Mutex<Content>
  /// Called whenever the permission is read, as an authorizer asks the system.
  let whenRead = Mutex<(@Sendable () -> Void)?>(nil)
  /// Answers requests for full accuracy; `nil` answers at once.
  let answersAccuracy = Mutex<(@Sendable (@escaping @Sendable (CLError.Code?) -> Void) -> Void)?>(
    nil)
  /// Called when the person is asked implicitly.
  let onImplicitRequest = Mutex<(@Sendable () -> Void)?>(nil)
  let requiresExplicitSession: Bool

  init(
    _ permission: Permission = Permission(status: .authorizedAlways),
    requiresExplicitSession: Bool = false
  ) {
    content = Mutex(Content(permission: permission))
    self.requiresExplicitSession = requiresExplicitSession
  }

  var permission: Permission {
    get {
      whenRead.withLock { $0 }?()
      return content.withLock(\.permission)
    }
    set {
      content.withLock { $0.permission = newValue }
      report(newValue)
    }
  }

  /// Reports a permission, which another thread may have changed since.
  func report(_ permission: Permission) {
    for observer in content.withLock(\.observers) { observer(permission) }
  }

  var requests: [String] { content.withLock(\.requests) }

  func requestWhenInUse() { content.withLock { $0.requests.append("when in use") } }
  func requestImplicitly() {
    content.withLock { $0.requests.append("implicitly") }
    onImplicitRequest.withLock { $0 }?()
  }
  func requestAlways() { content.withLock { $0.requests.append("always") } }
  func requestTemporaryFullAccuracy(
    purposeKey: String, _ completion: @escaping @Sendable (CLError.Code?) -> Void
  ) {
    content.withLock { $0.requests.append("full accuracy: \(purposeKey)") }
    if let answer = answersAccuracy.withLock({ $0 }) { return answer(completion) }
    completion(permission.accuracy == .fullAccuracy ? .promptDeclined : nil)
  }
  func observe(_ changed: @escaping @Sendable (Permission) -> Void) {
    content.withLock { $0.observers.append(changed) }
  }
  func alwaysNeeded(_ settled: @escaping @Sendable (Bool) -> Void) {
    content.withLock { $0.requests.append("always, now") }
    settled(permission.status == .authorizedAlways)
  }
  func setInUse(_ isInUse: Bool?) {}
  func showUse(_ use: ServiceSet, showsIndicator: Bool) {}
}

extension LocationEngine {
  convenience init(
    _ source: any PositionSource = QuietSource(), _ authorizer: any Authorizer = TestAuthorizer(),
    directory: StateDirectory? = nil, linger: Duration = .zero
  ) {
    self.init(
      source: source, authorizer: authorizer, directory: directory,
      logger: Logger(label: "test"), linger: linger)
  }

  /// Passes on a location as if the receiver had reported it.
  func receive(_ location: CLLocation) {
    change {
      let event = ReceiverEvent(.report(.fix(TestLocations.fix(location))), at: .now)
      $0.received(event, at: .now, into: &$1)
    }
  }
}

/// A delegate that records each callback, and the thread on which it was called.
// Proof of Sendable: the lock guards everything but the closures, which a test sets before any event that calls them.
final class Diary: NSObject, CLLocationManagerDelegate, @unchecked Sendable {
  struct Entry {
    var what: String
    /// The thread's identity; a reference to the thread could retain the diary through the thread's block.
    var thread: ObjectIdentifier
    var isOnMainQueue: Bool
  }

  private let lock = NSLock()
  private var unguarded: [Entry] = []
  private var isBusy = false
  private var overlapping = false
  /// Called when a region is entered or left.
  var onRegion: (@Sendable () -> Void)?
  /// Called with each location.
  var onLocation: (@Sendable (CLLocationManager, CLLocation) -> Void)?
  /// Called with each region that cannot be monitored.
  var onFailedRegion: (@Sendable (CLRegion) -> Void)?

  var entries: [Entry] { lock.withLock { unguarded } }
  var words: [String] { entries.map(\.what) }
  var wasCalledTwiceAtOnce: Bool { lock.withLock { overlapping } }

  /// Records a callback, during which the closure runs.
  private func record(_ what: String, _ body: () -> Void = {}) {
    lock.withLock {
      overlapping = overlapping || isBusy
      isBusy = true
      unguarded.append(
        Entry(
          what: what, thread: ObjectIdentifier(Thread.current),
          isOnMainQueue: MainCallbackQueue.isCurrent))
    }
    body()
    lock.withLock { isBusy = false }
  }

  /// Waits until a number of callbacks are over; returns false if they do not come within a minute.
  func has(_ count: Int) async -> Bool {
    await eventually { lock.withLock { unguarded.count >= count && !isBusy } }
  }

  func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
    for location in locations {
      record("at \(Int(location.timestamp.timeIntervalSince(TestLocations.start).rounded()))") {
        onLocation?(manager, location)
      }
    }
  }

  func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
    record("failed \((error as? CLError)?.code.rawValue ?? -1)")
  }

  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
    record("authorization \(manager.authorizationStatus.rawValue)")
  }

  func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
    record("entered \(region.identifier)") { onRegion?() }
  }

  func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
    record("exited \(region.identifier)") { onRegion?() }
  }

  func locationManager(_ manager: CLLocationManager, didStartMonitoringFor region: CLRegion) {
    record("monitoring \(region.identifier)")
  }

  func locationManager(
    _ manager: CLLocationManager, monitoringDidFailFor region: CLRegion?, withError error: any Error
  ) {
    record("not monitoring \(region?.identifier ?? "?")") {
      if let region { onFailedRegion?(region) }
    }
  }
}
