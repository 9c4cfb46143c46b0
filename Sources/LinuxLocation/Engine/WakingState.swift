// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import LinuxSystem
import LocationAuthorization
import LocationGeometry

/// What an application leaves behind for `gps wake`, and what that has handed over to it.
struct WakingState: Sendable {
  /// What a manager's delegate or a monitor is told first, because it happened while the application did not run.
  typealias HandedOver = (event: WakeEvent, receipt: WakeReceipt)

  /// What is registered besides regions and conditions, which have files of their own.
  struct Services: Hashable, Sendable {
    var significantChanges = false
    var visits = false
  }

  /// Whether the application has a folder to register in.
  let isKept: Bool
  /// Services that were started and not stopped, in this process or an earlier one: ending is not stopping.
  var services = Services()
  private var handedOver: [HandedOver] = []
  private var informed: Set<EngineClientID> = []
  /// Until when managers that get a delegate are told, too; `nil` before the first.
  private var end: Duration?
  /// Crossings that this process is about to tell, and that are to be stored first.
  private var unkept: [HandedOver] = []
  private var registered: Services?

  /// How long after the first manager others may follow.
  private static let patience = Duration.seconds(10)

  init(isKept: Bool = false, services: Services = Services(), _ events: [WakeFolder.Kept] = []) {
    self.isKept = isKept
    self.services = services
    handedOver = events.map { ($0.event, WakeReceipt($0)) }
  }

  /// Returns what a manager is to be told, once, when it has a delegate.
  mutating func handOver(toManager client: EngineClientID, at now: Duration) -> [HandedOver] {
    guard !handedOver.isEmpty, end.map({ now < $0 }) ?? true, informed.insert(client).inserted
    else {
      return []
    }
    end = end ?? now + Self.patience
    return handedOver.filter { if case .condition = $0.event.kind { false } else { true } }
  }

  /// Returns what the monitor of a name is to be told, once.
  mutating func handOver(toMonitor name: String) -> [HandedOver] {
    let file = FileName.escaping(name.utf8, suffix: ".json")
    func isIts(_ event: HandedOver) -> Bool {
      if case .condition(let monitor, _, _) = event.event.kind { monitor == file } else { false }
    }
    defer { handedOver.removeAll(where: isIts) }
    return handedOver.filter(isIts)
  }

  /// Returns the receipts of what was handed over about a region, which is no longer monitored.
  mutating func forget(region identifier: String) -> [WakeReceipt] {
    var receipts: [WakeReceipt] = []
    handedOver.removeAll { handed in
      guard case .region(identifier, _) = handed.event.kind else { return false }
      receipts.append(handed.receipt)
      return true
    }
    return receipts
  }

  /// The location of the last significant change that was handed over, as a new filter's first.
  var lastSignificantChange: CLLocation? {
    handedOver.last { $0.event.kind == .significantChange }
      .flatMap { $0.event.location.fix }.flatMap { CLLocation($0, isReplay: false) }
  }

  /// The stay that was handed over last, if it lasts.
  var stay: Stay? {
    for event in handedOver.reversed() {
      if case .visit(let stay) = event.event.kind { return stay.departure == nil ? stay : nil }
    }
    return nil
  }

  var events: [WakeEvent] { handedOver.map { $0.event } }

  // MARK: Crossings in this process

  /// Notes a crossing that is told once it is stored, and returns its receipt.
  mutating func crossed(_ event: WakeEvent) -> WakeReceipt {
    let receipt = WakeReceipt()
    unkept.append((event, receipt))
    return receipt
  }

  mutating func drainUnkept() -> [HandedOver] { exchange(&unkept, with: []) }

  // MARK: Registration

  /// Returns what is to be registered now; `nil` if that is nothing.
  mutating func registration(isMonitoring: Bool) -> Services? {
    guard isMonitoring || registered != nil else { return nil }
    registered = services
    return services
  }

  var hasNewRegistration: Bool { isKept && services != registered }
}
