// Core Location for Linux. SPDX-License-Identifier: MIT

/// What the engine has to do after something has happened to its state.
struct EngineOutputs: Sendable {
  /// What is to be delivered, the oldest first.
  var deliveries: [Delivery] = []
  /// Lines for the log; a device may have written part of them.
  var notices: [String] = []
  /// Whether the authorizer has to be asked if what needs Always may be reported now.
  var needsAlways = false
  /// Whether the regions have to be kept anew; ``EngineState/regionsKept(_:)`` follows.
  var hasNewRegions = false
  /// Whether the person is to be asked for an application that does not ask itself.
  var requestsImplicitly = false
  /// A location to be kept as the last one known to this user.
  var location: KeptLocation?
  /// Whether ``EngineState/demand`` has changed.
  var hasNewDemand = false
}

/// What the state needs from its surroundings.
struct EngineDemand: Hashable, Sendable {
  /// What the location is used for.
  var use: ServiceSet = []
  /// Whether the source is listened to: for all of that, and for a source that does not allow it yet.
  var needsSource = false
  /// Whether people are shown that it is used in the background.
  var showsIndicator = false
  /// When ``EngineState/elapse(to:)`` has something to do; `nil` while it has not.
  var deadline: Duration?
}

/// Deliveries on their way out of the state.
struct Outbox: Sendable {
  private var deliveries: [Delivery] = []
  /// What needs Always and came while the application was not in use: it waits for the authorizer's word.
  private var held: [Delivery] = []
  private var needsAlways = false
  /// Crossings that are not on the disk yet, and the revision of the regions that has them.
  private var unkept: [(revision: Int, delivery: Delivery)] = []
  private var notices: [String] = []
  private var lastNotice: String?

  /// A person may take long to answer: the newest are kept.
  private static let mostHeld = 256

  mutating func post(_ deliveries: [Delivery], isInUse: Bool) {
    for delivery in deliveries {
      guard delivery.needsAlways, !isInUse else {
        self.deliveries.append(delivery)
        continue
      }
      needsAlways = needsAlways || held.isEmpty
      held.append(delivery)
      if held.count > Self.mostHeld { held.removeFirst() }
    }
  }

  /// Queues what has become of a region: it is delivered once it is kept, so that the next launch does not repeat it.
  mutating func postCrossing(_ deliveries: [Delivery], revision: Int) {
    unkept += deliveries.map { (revision, $0) }
  }

  /// The regions are on the disk as of a revision, or cannot be.
  mutating func regionsKept(_ revision: Int, isInUse: Bool) {
    post(unkept.filter { $0.revision <= revision }.map(\.delivery), isInUse: isInUse)
    unkept.removeAll { $0.revision <= revision }
  }

  /// The authorizer's word: what waited is delivered, or dropped.
  mutating func settleAlways(_ isAllowed: Bool) {
    if isAllowed { deliveries += held }
    held.removeAll()
  }

  mutating func remove(_ client: EngineClientID) {
    deliveries.removeAll { $0.client == client }
    held.removeAll { $0.client == client }
    unkept.removeAll { $0.delivery.client == client }
  }

  /// Has a line logged, unless it was the last one.
  mutating func notice(_ text: String) {
    guard text != lastNotice else { return }
    lastNotice = text
    notices.append(text)
  }

  /// The same line is logged again when it comes next.
  mutating func forgetNotice() { lastNotice = nil }

  mutating func drain() -> EngineOutputs {
    defer { (deliveries, notices, needsAlways) = ([], [], false) }
    return EngineOutputs(deliveries: deliveries, notices: notices, needsAlways: needsAlways)
  }
}
