// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationAuthorization

/// The effects of a change of ``EngineState``, which the engine performs.
struct EngineOutputs: Sendable {
  /// The deliveries to make, the oldest first.
  var deliveries: [Delivery] = []
  /// Lines for the log, parts of which may come from a device.
  var notices: [String] = []
  /// Whether the authorizer has to be asked if deliveries that need Always may be made now.
  var needsAlways = false
  /// The regions, if they have to be stored again; ``EngineState/regionsStored(_:into:)`` follows.
  var regions: RegionMonitor?
  /// Crossings that are stored before the regions, since they are delivered afterwards.
  var crossings: [WakingState.Pending] = []
  /// Whether the person is to be asked on behalf of an application that does not ask itself.
  var requestsImplicitly = false
  /// What the application registers, to be started when something happens.
  var registration: WakingState.Services?
  /// The attempt to read what happened before this process; ``EngineState/began(_:at:into:)`` follows.
  var reading: WakingState.Attempt?
  /// Whether that is known now, for which monitors wait.
  var hasBegun = false
  /// A location to be stored as the last one known to this user.
  var location: StoredLocation?
  /// What the source is needed for, if that has changed.
  var demand: EngineDemand?
  /// The receipts of events that are not delivered: their files are to be removed.
  var discarded: [WakeReceipt] = []
}

struct EngineDemand: Hashable, Sendable {
  var use: ServiceSet = []
  /// Whether the source is needed: for all of these uses, even if the source does not permit them yet.
  var needsSource = false
  /// Whether people are shown that it is used in the background.
  var showsIndicator = false
  /// When ``EngineState/elapse(to:)`` has something to do; `nil` if it has nothing to do.
  var deadline: Duration?
}

/// Deliveries that wait for the person's answer, or until what they report is stored.
struct WaitingDeliveries: Sendable {
  /// Deliveries that need Always, which was granted provisionally; they wait for the person's answer.
  private var held: [Delivery] = []
  /// Crossings that are not stored yet, and the revision of the regions that contains them.
  private var unstored: [(revision: Int, delivery: Delivery)] = []

  /// The most deliveries that are held, the newest, since a person may take long to answer.
  private static let mostHeld = 256

  mutating func post(
    _ deliveries: [Delivery], _ permission: Permission, into effects: inout EngineOutputs
  ) {
    for delivery in deliveries {
      if delivery.needsAlways, permission.awaitsAlways {
        hold(delivery, into: &effects)
      } else {
        // Older locations must not arrive after it.
        if delivery.isRepeated, delivery.callback.revealsPlace {
          held.removeAll { $0.client == delivery.client && $0.isRepeated }
        }
        effects.deliveries.append(delivery)
      }
    }
  }

  private mutating func hold(_ delivery: Delivery, into effects: inout EngineOutputs) {
    effects.needsAlways = effects.needsAlways || held.isEmpty
    if held.count == Self.mostHeld {
      held.remove(at: held.firstIndex(where: \.isRepeated) ?? 0)
    }
    held.append(delivery)
  }

  /// Queues events of regions, which are delivered once they are stored, so that the next launch does not repeat them.
  mutating func postCrossing(_ deliveries: [Delivery], revision: Int) {
    unstored += deliveries.map { (revision, $0) }
  }

  /// Delivers the crossings up to a revision, because the regions have been stored or cannot be.
  mutating func regionsStored(
    _ revision: Int, _ permission: Permission, into effects: inout EngineOutputs
  ) {
    post(unstored.filter { $0.revision <= revision }.map(\.delivery), permission, into: &effects)
    unstored.removeAll { $0.revision <= revision }
  }

  /// Delivers or drops the held deliveries, as the person has answered, and returns those that are dropped.
  mutating func settleAlways(_ isAllowed: Bool, into effects: inout EngineOutputs) -> [Delivery] {
    defer { held.removeAll() }
    guard !isAllowed else {
      effects.deliveries += held
      return []
    }
    return held
  }

  /// Drops what waits for the person's answer, because its region or condition is no longer monitored.
  mutating func dropHeld(where isDropped: (Delivery) -> Bool) { held.removeAll(where: isDropped) }

  mutating func remove(_ client: EngineClientID) {
    held.removeAll { $0.client == client }
    unstored.removeAll { $0.delivery.client == client }
  }
}

package struct ServiceSet: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  static let standard = ServiceSet(rawValue: 1 << 0)
  static let significantChanges = ServiceSet(rawValue: 1 << 1)
  static let visits = ServiceSet(rawValue: 1 << 2)
  static let heading = ServiceSet(rawValue: 1 << 3)
  static let regions = ServiceSet(rawValue: 1 << 4)
  static let live = ServiceSet(rawValue: 1 << 5)
  static let conditions = ServiceSet(rawValue: 1 << 6)

  var names: Set<String> {
    let all: [(ServiceSet, String)] = [
      (.standard, "standard"), (.significantChanges, "significant changes"), (.visits, "visits"),
      (.heading, "heading"), (.regions, "regions"), (.live, "live updates"),
      (.conditions, "conditions"),
    ]
    return Set(all.filter { contains($0.0) }.map(\.1))
  }
}
