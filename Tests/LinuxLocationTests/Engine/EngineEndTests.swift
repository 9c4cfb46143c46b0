// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import LinuxSystem
import TestSupport
import Testing

@testable import LinuxLocation

/// Engines end wherever the last reference to them does, and leave no descriptors: in processes of their own, where nothing else
/// opens any.
@Suite struct EngineEndTests {
  private static var descriptors: Int { Folder.names(in: "/proc/self/fd").count }

  /// Ends fifty engines, after one for what the process keeps; returns whether all descriptors are closed afterwards.
  private static func closesAll(_ end: @escaping @Sendable () async -> Void) async -> Bool {
    await end()
    // The first one may still be ending.
    var before = -1
    while before != descriptors {
      before = descriptors
      try? await Task.sleep(for: .milliseconds(200))
    }
    await withTaskGroup { group in
      for _ in 0..<50 { group.addTask { await end() } }
    }
    return await eventually { descriptors <= before }
  }

  @Test func onTheThreadThatWaitsForDeadlines() async {
    await #expect(processExitsWith: .success) {
      let areClosed = await Self.closesAll {
        let authorizer = TestAuthorizer(Permission(status: .notDetermined))
        let engine = Mutex<LocationEngine?>(LocationEngine(QuietSource(), authorizer))
        let reference = WeakReference(engine.withLock { $0 })
        authorizer.onImplicitRequest.withLock { $0 = { engine.withLock { $0 = nil } } }
        engine.withLock { $0 }?.change { state, effects in
          state.startUpdates(state.addClient(.manager), at: .now, into: &effects)
        }
        _ = await eventually { reference.object == nil }
      }
      #expect(areClosed)
    }
  }

  @Test func inADelegateThatReleasesItsManager() async {
    await #expect(processExitsWith: .success) {
      let areClosed = await Self.closesAll {
        let delegate = ReleasingDelegate()
        let reference = WeakReference(delegate.start())
        _ = await eventually { reference.object == nil }
      }
      #expect(areClosed)
    }
  }
}

private final class WeakReference: Sendable {
  private let reference: Mutex<Weak>
  private struct Weak { weak var object: LocationEngine? }

  init(_ object: LocationEngine?) { reference = Mutex(Weak(object: object)) }

  var object: LocationEngine? { reference.withLock(\.object) }
}

/// A delegate that has the only reference to its manager, until its first callback.
// Proof of Sendable: the manager is set before there are callbacks, and released in the first one.
private final class ReleasingDelegate: NSObject, CLLocationManagerDelegate, @unchecked Sendable {
  private var manager: CLLocationManager?

  func start() -> LocationEngine {
    let engine = LocationEngine()
    let manager = CLLocationManager(engine: engine)
    self.manager = manager
    manager.requestLocation()
    manager.delegate = self
    return engine
  }

  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) { self.manager = nil }
}
