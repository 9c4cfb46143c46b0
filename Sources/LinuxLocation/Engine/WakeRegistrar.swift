// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import LinuxSystem
import LocationAuthorization

/// The files by which this process registers to be started, and learns what happened before it was.
struct WakeRegistrar: Sendable {
  private let folder: WakeFolder
  /// Held from the first registration of the application on, until this process ends.
  private let mark = Mutex<RunningMark?>(nil)

  init(_ folder: WakeFolder) {
    self.folder = folder
    if folder.exists { hold() }
  }

  private func hold() {
    mark.withLock { if $0 == nil { $0 = RunningMark(folder.mark) } }
  }

  /// Returns what is known at the beginning: what was registered, and what the application has not been told.
  ///
  /// What happened before the application lost its permission is not told.
  func beginning(_ permission: Permission) -> WakingState {
    guard folder.exists else { return WakingState(isKept: true) }
    var events = folder.events()
    if permission.status != .authorizedAlways {
      for event in events { WakeReceipt(event).discard() }
      events = []
    }
    let registration = try? folder.registration()
    let services = WakingState.Services(
      significantChanges: registration?.significantChanges ?? false,
      visits: registration?.visits ?? false)
    return WakingState(isKept: true, services: services, events)
  }

  /// Registers this process's executable, unless that may not be started, or another one is registered.
  func register(_ services: WakingState.Services) throws(AuthorizationError) {
    guard let executable = RegisteredExecutable.current else { return }
    var new = WakeRegistration(application: folder.application, executable: executable)
    new.significantChanges = services.significantChanges
    new.visits = services.visits
    try folder.make()
    hold()
    if let old = try? folder.registration(), old == new || !old.yields(to: new) { return }
    try folder.write(new, folder.registrationFile)
  }

  /// Stores a crossing before the application is told of it.
  func store(_ event: WakeEvent, _ receipt: WakeReceipt) throws(AuthorizationError) {
    guard folder.exists else { return }
    try receipt.store(event, in: folder)
  }
}

extension [RegionMonitor.Kept] {
  /// Brings the states up to what happened since; the application is told of it first.
  mutating func apply(_ events: [WakeEvent]) {
    for event in events {
      guard case .region(let identifier, let side) = event.kind else { continue }
      for index in indices where self[index].region.identifier == identifier {
        self[index].state = CLRegionState(side).rawValue
      }
    }
  }
}
