// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationAuthorization

/// The actions of the engine that follow from a change of its state.
struct EngineOutputs: Sendable {
  /// The deliveries to make, the oldest first.
  var deliveries: [Delivery] = []
  /// Lines for the log, parts of which may come from a device.
  var notices: [String] = []
  /// Whether the authorizer has to be asked if deliveries that need Always may be made now.
  var needsAlways = false
  /// Whether the regions have to be stored again; ``EngineState/regionsKept(_:)`` follows.
  var hasNewRegions = false
  /// Whether the person is to be asked on behalf of an application that does not ask itself.
  var requestsImplicitly = false
  /// What the application registers, to be started when something happens.
  var registration: WakingState.Services?
  /// A location to be stored as the last one known to this user.
  var location: KeptLocation?
  var hasNewDemand = false
  /// The receipts of events that are not told: their files are to be removed.
  var discarded: [WakeReceipt] = []
  /// The receipts of deliveries that are not made, to be released without a lock: that unmaps a file.
  var released: [WakeReceipt] = []
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

/// Deliveries on their way out of the state.
struct Outbox: Sendable {
  private var outputs = EngineOutputs()
  /// Deliveries that need Always, which was granted provisionally; they wait for the person's answer.
  private var held: [Delivery] = []
  /// Crossings that are not stored yet, and the revision of the regions that contains them.
  private var unkept: [(revision: Int, delivery: Delivery)] = []
  private var lastNotice: String?

  /// The most deliveries that are held, the newest, since a person may take long to answer.
  private static let mostHeld = 256

  mutating func post(_ deliveries: [Delivery], _ permission: Permission) {
    for delivery in deliveries {
      if delivery.needsAlways, permission.awaitsAlways {
        hold(delivery)
      } else {
        // Older locations must not arrive after it.
        if delivery.isRepeated, delivery.callback.revealsPlace {
          held.removeAll { $0.client == delivery.client && $0.isRepeated }
        }
        outputs.deliveries.append(delivery)
      }
    }
  }

  private mutating func hold(_ delivery: Delivery) {
    outputs.needsAlways = outputs.needsAlways || held.isEmpty
    if held.count == Self.mostHeld {
      release([held.remove(at: held.firstIndex(where: \.isRepeated) ?? 0)])
    }
    held.append(delivery)
  }

  /// Queues events of regions, which are delivered once they are stored, so that the next launch does not repeat them.
  mutating func postCrossing(_ deliveries: [Delivery], revision: Int) {
    unkept += deliveries.map { (revision, $0) }
  }

  /// Delivers the crossings up to a revision, because the regions have been stored or cannot be.
  mutating func regionsKept(_ revision: Int, _ permission: Permission) {
    post(unkept.filter { $0.revision <= revision }.map(\.delivery), permission)
    unkept.removeAll { $0.revision <= revision }
  }

  /// Delivers or drops the held deliveries, as the person has answered, and returns those that are dropped.
  mutating func settleAlways(_ isAllowed: Bool) -> [Delivery] {
    defer { held.removeAll() }
    guard !isAllowed else {
      outputs.deliveries += held
      return []
    }
    release(held)
    return held
  }

  mutating func dropHeld(where isDropped: (Delivery) -> Bool) {
    release(held.filter(isDropped))
    held.removeAll(where: isDropped)
  }

  mutating func remove(_ client: EngineClientID) {
    let dropped = outputs.deliveries + held + unkept.map(\.delivery)
    release(dropped.filter { $0.client == client })
    outputs.deliveries.removeAll { $0.client == client }
    held.removeAll { $0.client == client }
    unkept.removeAll { $0.delivery.client == client }
  }

  private mutating func release(_ deliveries: [Delivery]) {
    outputs.released += deliveries.compactMap(\.receipt)
  }

  mutating func discard(_ receipts: [WakeReceipt]) { outputs.discarded += receipts }

  mutating func requestImplicitly() { outputs.requestsImplicitly = true }

  /// Queues a line for the log, unless it equals the last one.
  mutating func notice(_ text: String) {
    guard text != lastNotice else { return }
    lastNotice = text
    outputs.notices.append(text)
  }

  /// Lets the same line be logged again.
  mutating func forgetNotice() { lastNotice = nil }

  mutating func drain() -> EngineOutputs { exchange(&outputs, with: EngineOutputs()) }
}
