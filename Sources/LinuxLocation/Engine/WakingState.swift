// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import LinuxSystem
import LocationAuthorization
import LocationGeometry

/// What an application leaves behind for `gps wake`, and the events that `gps wake` has stored for it.
struct WakingState: Sendable {
  /// An event that is delivered before all others, because it happened while the application did not run; or one that has just
  /// happened, and is stored until it is delivered.
  typealias Pending = (event: WakeEvent, receipt: WakeReceipt)

  /// What is registered besides regions and conditions, which have files of their own.
  struct Services: Hashable, Sendable {
    var significantChanges = false
    var visits = false
  }

  /// What the files say about the time before this process.
  struct Beginning: Sendable {
    var services = Services()
    var events: [WakeFolder.Stored] = []
  }

  /// An attempt to read the beginning, which fails while `gps wake` is adding an event: for an instant, or for some seconds if
  /// its disk is a slow card.
  enum Attempt: Hashable, Sendable { case next, last }

  /// Whether the application has a folder to register in.
  let hasFolder: Bool
  /// Services that were started and not stopped, in this process or an earlier one: ending is not stopping.
  private(set) var services = Services()
  /// What happens before the beginning is known; `nil` once it is.
  private var awaited: Awaited?
  /// When to read the beginning again.
  private(set) var deadline: Duration?
  private var pending: [Pending] = []
  private var informed: Set<EngineClientID> = []
  /// Until when managers that get a delegate are notified, too; `nil` before the first.
  private var end: Duration?
  private var registered: Services?

  private struct Awaited {
    /// When the beginning is read whatever `gps wake` is doing.
    let end: Duration
    /// The managers that have a delegate.
    var managers: [EngineClientID] = []
    /// Which services were started or stopped.
    var decided = Services()
  }

  /// How long after the first manager others may follow.
  private static let patience = Duration.seconds(10)
  private static let pause = Duration.milliseconds(20)
  private static let longestWait = Duration.seconds(10)

  /// Creates the state of an application that has no folder.
  init() { hasFolder = false }

  /// - Parameter beginning: `nil` if it is not known yet.
  init(_ beginning: Beginning?, at now: Duration) {
    hasFolder = true
    if let beginning {
      begin(beginning)
    } else {
      (awaited, deadline) = (Awaited(end: now + Self.longestWait), now + Self.pause)
    }
  }

  // MARK: The beginning

  /// Whether the beginning is known, which comes before everything else that depends on where the device was.
  var hasBegun: Bool { awaited == nil }

  /// Takes the beginning, and returns the managers whose delegates were set before; `nil` if it is still not known.
  mutating func began(_ beginning: Beginning?, at now: Duration) -> [EngineClientID]? {
    guard let awaited else { return nil }
    guard let beginning else {
      deadline = now + Self.pause
      return nil
    }
    begin(beginning)
    self.awaited = nil
    return awaited.managers
  }

  private mutating func begin(_ beginning: Beginning) {
    for service in [\Services.significantChanges, \.visits]
    where awaited?.decided[keyPath: service] != true {
      services[keyPath: service] = beginning.services[keyPath: service]
    }
    pending = beginning.events.map { ($0.event, WakeReceipt($0)) }
  }

  /// Returns whether it is time to read the beginning again.
  mutating func elapse(to now: Duration) -> Attempt? {
    guard let awaited, let deadline, deadline <= now else { return nil }
    self.deadline = nil
    return now < awaited.end ? .next : .last
  }

  // MARK: Events

  /// Returns what a manager is notified of, once, when it has a delegate.
  mutating func handOver(toManager client: EngineClientID, at now: Duration) -> [Pending] {
    guard hasBegun else {
      awaited?.managers.append(client)
      return []
    }
    guard !pending.isEmpty, end.map({ now < $0 }) ?? true, informed.insert(client).inserted
    else {
      return []
    }
    end = end ?? now + Self.patience
    return pending.filter { if case .condition = $0.event.kind { false } else { true } }
  }

  /// Returns what the monitor of a name is notified of, once.
  mutating func handOver(toMonitor name: String) -> [Pending] {
    let file = FileName.escaping(name.utf8, suffix: ".json")
    func isIts(_ event: Pending) -> Bool {
      if case .condition(let monitor, _, _) = event.event.kind { monitor == file } else { false }
    }
    defer { pending.removeAll(where: isIts) }
    return pending.filter(isIts)
  }

  /// Returns the receipts of what was handed over about a region, which is no longer monitored.
  mutating func forget(region identifier: String) -> [WakeReceipt] {
    var receipts: [WakeReceipt] = []
    pending.removeAll { pending in
      guard case .region(identifier, _) = pending.event.kind else { return false }
      receipts.append(pending.receipt)
      return true
    }
    return receipts
  }

  /// The location of the last significant change that was handed over, as a new filter's first.
  var lastSignificantChange: CLLocation? {
    pending.last { $0.event.kind == .significantChange }
      .flatMap { $0.event.location.fix }.flatMap { CLLocation($0, isReplay: false) }
  }

  /// The stay that was handed over last, if it lasts.
  var stay: Stay? {
    for event in pending.reversed() {
      if case .visit(let stay) = event.event.kind { return stay.departure == nil ? stay : nil }
    }
    return nil
  }

  var events: [WakeEvent] { pending.map { $0.event } }

  // MARK: Registration

  mutating func set(_ service: WritableKeyPath<Services, Bool>, _ isOn: Bool) {
    services[keyPath: service] = isOn
    awaited?.decided[keyPath: service] = true
  }

  /// Returns what is to be registered now; `nil` if that is nothing.
  mutating func registration(isMonitoring: Bool) -> Services? {
    guard isMonitoring || registered != nil else { return nil }
    registered = services
    return services
  }

  var hasNewRegistration: Bool { hasFolder && hasBegun && services != registered }
}
