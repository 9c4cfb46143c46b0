// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import LinuxSystem
import LocationAuthorization

/// The files by which this process registers to be started, and learns what happened before it was.
struct WakeRegistrar: Sendable {
  private let folder: WakeFolder
  /// Whether this process holds the mark, from the first registration of the application on, until it ends.
  private let holdsMark = Mutex(false)

  init(_ folder: WakeFolder) { self.folder = folder }

  /// Holds the mark, if that is possible; returns false while `gps wake` adds an event.
  private func holdMark() -> Bool {
    holdsMark.withLock { holdsMark in
      guard !holdsMark else { return true }
      let attempt = RunningMark.hold(folder.mark)
      holdsMark = attempt == .held
      return attempt != .busy
    }
  }

  /// Returns what is known at the beginning: what was registered, and what the application has not been notified of; `nil`
  /// while `gps wake` adds an event.
  ///
  /// What happened before the application lost its permission is discarded.
  ///
  /// - Parameter isLast: whether to read it all the same.
  func begin(_ permission: Permission, isLast: Bool = false) -> WakingState.Beginning? {
    guard folder.exists else { return WakingState.Beginning() }
    guard holdMark() || isLast else { return nil }
    var events = folder.events()
    if permission.status != .authorizedAlways {
      for event in events { WakeReceipt(event).discard() }
      events = []
    }
    let registration = try? folder.registration()
    let services = WakingState.Services(
      significantChanges: registration?.significantChanges ?? false,
      visits: registration?.visits ?? false)
    return WakingState.Beginning(services: services, events: events)
  }

  /// Registers this process's executable, unless that may not be started, or another one is registered.
  func register(_ services: WakingState.Services) throws(AuthorizationError) {
    guard let executable = RegisteredExecutable.current else { return }
    var new = WakeRegistration(application: folder.application, executable: executable)
    new.significantChanges = services.significantChanges
    new.visits = services.visits
    try folder.make()
    _ = holdMark()
    if let old = try? folder.registration(), old == new || !old.yields(to: new) { return }
    try folder.write(new, folder.registrationFile)
  }

  /// Stores a crossing before the application is notified of it.
  func store(_ event: WakeEvent, _ receipt: WakeReceipt) throws(AuthorizationError) {
    guard folder.exists else { return }
    try receipt.store(event, in: folder)
  }
}

extension [RegionMonitor.Stored] {
  /// Brings the states up to what happened since, of which the application is notified first.
  mutating func apply(_ events: [WakeEvent]) {
    for event in events {
      guard case .region(let identifier, let side) = event.kind else { continue }
      for index in indices where self[index].region.identifier == identifier {
        self[index].state = CLRegionState(side).rawValue
      }
    }
  }
}
