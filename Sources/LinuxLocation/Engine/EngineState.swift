// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import GNSS
import GNSSReceiver

/// Who wants to know what, and what each is to be told: the engine without its threads.
///
/// A value that is told what the receiver says, what managers ask for, what is permitted and how time passes,
/// and answers with deliveries.
struct EngineState: Sendable {
  /// A cached location is delivered first when it came so recently.
  static let cacheLifetime = Duration.seconds(10)

  /// What the application may know: what is ``authorized``, and in use if an activity keeps it so.
  var permission: Permission
  /// What the authorizer said last.
  var authorized: Permission
  /// Whether the positions come from a recording.
  let isReplay: Bool
  var clients: [ClientID: ClientState] = [:]
  /// The clients, the oldest first.
  private(set) var clientsInOrder: [ClientID] = []
  var regions = RegionMonitor()
  var visits = VisitDetector()
  var reduced = ReducedAccuracy()
  /// The newest location, and when it came, on the monotonic clock.
  private(set) var last: (location: CLLocation, arrival: Duration)?
  private(set) var lastHeading: CLHeading?
  /// Whether the receiver had a position when it last spoke of it.
  private(set) var hasFix = false
  /// Whether it was told that no position is to be had, since there last was one.
  private(set) var isUnavailable = false
  /// Whether nothing came yet since listening began: a recording then begins with its first location again.
  private var isAtStart = false
  private var lastClient = 0
  private var outbox: [Delivery] = []
  /// What needs Always and came while the application is not in use: it waits for the authorizer's word.
  private var held: [Delivery] = []
  /// Whether that word is to be asked for.
  private(set) var needsAlways = false
  /// Regions that wait for permission to be monitored, and who asked.
  var waitingRegions: [(region: CircularRegion, client: ClientID)] = []
  /// What is to be written to the log.
  private(set) var notices: [String] = []
  private var lastNotice: String?

  init(permission: Permission, isReplay: Bool) {
    self.permission = permission
    authorized = permission
    self.isReplay = isReplay
  }

  /// Hands over what is to be delivered, the oldest first.
  mutating func passOn(_ sink: (Delivery) -> Void) {
    for delivery in outbox { sink(delivery) }
    outbox.removeAll(keepingCapacity: true)
  }

  mutating func takeNotices() -> [String] {
    defer { notices.removeAll() }
    return notices
  }

  mutating func deliver(_ callback: Callback, to client: ClientID, _ service: Service? = nil) {
    let run = service.map { (service: $0, number: clients[client]?.runs[$0] ?? 0) }
    let delivery = Delivery(client: client, callback: callback, run: run)
    let needsAlways = callback.needsAlways || service == .significantChanges
    guard needsAlways, !permission.isInUse else { return outbox.append(delivery) }
    self.needsAlways = self.needsAlways || held.isEmpty
    held.append(delivery)
    // Whoever is asked may be long about it: the newest are kept.
    if held.count > Self.mostHeld { held.removeFirst() }
  }

  private static let mostHeld = 256

  /// Whether the authorizer is to be asked; true once for each time.
  mutating func takeNeedForAlways() -> Bool {
    defer { needsAlways = false }
    return needsAlways
  }

  /// The authorizer's word: what waited is told, or is not.
  mutating func settleAlways(_ isAllowed: Bool) {
    if isAllowed { outbox += held }
    held.removeAll()
  }

  // MARK: Clients

  mutating func addClient() -> ClientID {
    lastClient += 1
    let client = ClientID(number: lastClient)
    clients[client] = ClientState()
    clientsInOrder.append(client)
    return client
  }

  mutating func removeClient(_ client: ClientID) {
    clients[client] = nil
    clientsInOrder.removeAll { $0 == client }
    outbox.removeAll { $0.client == client }
    held.removeAll { $0.client == client }
  }

  /// Whether a callback may still arrive.
  func accepts(_ delivery: Delivery) -> Bool {
    guard let client = clients[delivery.client] else { return false }
    guard let run = delivery.run else { return true }
    return client.runs[run.service, default: 0] == run.number
  }

  /// Whether the receiver is needed.
  var needsReceiver: Bool { !use.isEmpty }

  // MARK: The receiver

  mutating func received(_ event: ReceiverEvent, at now: Duration) {
    switch event {
    case .fix(let fix, let arrival): received(fix, arrival: arrival)
    case .fixLost:
      hasFix = false
      fail()
    case .heading(let heading, _): received(heading)
    case .status(let status): note(status)
    case .satellites, .defects, .bytes: break
    }
  }

  private mutating func received(_ fix: Fix, arrival: Duration) {
    guard let location = CLLocation(fix, isReplay: isReplay) else {
      return notice(
        "the receiver tells no date yet (no RMC with status A, no ZDA): its positions wait for one")
    }
    received(location, arrival: arrival)
  }

  mutating func received(_ location: CLLocation, arrival: Duration) {
    if let last {
      let step = location.timestamp.timeIntervalSince(last.location.timestamp)
      // A little step back is one sentence behind another; a large one is a clock that was set.
      guard step >= 0 || step < -10 || isReplay && isAtStart else { return }
    }
    isAtStart = false
    last = (location, arrival)
    (hasFix, isUnavailable) = (true, false)
    let visible = permission.accuracy == .fullAccuracy ? location : reduced.take(location)
    let coarse = permission.accuracy == .fullAccuracy ? reduced.take(location) : visible
    for id in clientsInOrder {
      let wantsCoarse = clients[id]?.settings.desiredAccuracy == kCLLocationAccuracyReduced
      if let location = wantsCoarse ? coarse : visible { tell(location, to: id) }
    }
    guard permission.accuracy == .fullAccuracy else { return }
    noteConditions(location)
    guard permission.allowsMonitoring else { return }
    noteRegions(location)
    noteVisits(location)
  }

  private mutating func received(_ heading: Heading) {
    let heading = CLHeading(heading, arrival: Date())
    lastHeading = heading
    for id in clientsInOrder {
      guard var client = clients[id], var filter = client.heading, client.mayBeTold(permission)
      else { continue }
      let passes = filter.passes(heading, degrees: client.settings.headingFilter)
      client.heading = filter
      clients[id] = client
      if passes { deliver(.heading(heading), to: id, .heading) }
    }
  }

  private mutating func note(_ status: ReceiverStatus) {
    guard let current = status.current else {
      guard status.candidates.isEmpty else { return }
      notice(
        "no receiver found: no serial port looks like one; plug one in, or set CORELOCATION_SOURCE")
      return fail()
    }
    if current.isTrouble || current.state == .ended { fail() }
    if current.isTrouble, let explanation = current.explanation { notice(explanation) }
    // The same trouble is said again when there was a position in between.
    if current.state.hasFix { lastNotice = nil }
  }

  /// Has something written to the log, unless it was the last thing written.
  mutating func notice(_ text: String) {
    guard text != lastNotice else { return }
    lastNotice = text
    notices.append(text)
  }

  /// Listening to the receiver begins or ends: what was said of it does not count any more.
  mutating func forgetSource() {
    isAtStart = true
    isUnavailable = false
    lastNotice = nil
  }

  /// There is nothing to listen to.
  mutating func sourceFailed() {
    hasFix = false
    fail()
  }

  /// No position is to be had now; said once.
  private mutating func fail() {
    guard !isUnavailable else { return }
    isUnavailable = true
    for id in clientsInOrder { tellDiagnostics(id) }
    for id in clientsInOrder where clients[id]?.standard != nil {
      guard let client = clients[id], client.mayBeTold(permission) else { continue }
      deliver(.failed(.locationUnknown), to: id, .standard)
    }
  }

  /// What a manager may know of the newest location; `nil` before the first, and without permission.
  var visibleLocation: CLLocation? {
    guard permission.isAuthorized else { return nil }
    return permission.accuracy == .fullAccuracy ? last?.location : reduced.location
  }

  /// The newest location, if it is new enough to begin with.
  func freshLocation(for client: ClientState, at now: Duration) -> CLLocation? {
    guard let last, now - last.arrival <= Self.cacheLifetime, hasFix else { return nil }
    let wantsCoarse =
      permission.accuracy == .reducedAccuracy
      || client.settings.desiredAccuracy == kCLLocationAccuracyReduced
    return wantsCoarse ? reduced.location : last.location
  }
}
