// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import GNSS
import GNSSReceiver
import LocationAuthorization
import LocationGeometry
import LocationProtocols

/// The clients, their requests, and the deliveries to them: the engine without its threads.
///
/// A machine whose inputs are the reports of the source, the requests of managers, the permission and the time. After a call,
/// or several, ``settle(into:)`` adds the effects that compare what there is with what there was.
struct EngineState: Sendable {
  typealias Effects = EngineOutputs

  /// Whether the positions come from a recording.
  let isReplay: Bool
  private(set) var situation: Situation
  private(set) var permissionSources: PermissionSources
  var clients = EngineClients()
  var regions = RegionMonitor()
  /// Regions that wait for permission to be monitored, and the clients that requested it.
  var waitingRegions: [(region: CircularRegion, client: EngineClientID)] = []
  var stateRequests: [StateRequest] = []
  var visits = StayDetector()
  private(set) var compass = Compass()
  var implicitRequest = ImplicitRequest()
  var waking: WakingState
  var waiting = WaitingDeliveries()
  private var lastNotice: String?
  private var settled: Settled
  /// Whether no location has arrived since listening began; a recording then begins again with its first location.
  private(set) var isAtStart = false

  /// - Parameters:
  ///   - storesRegions: whether crossings are delivered only after ``regionsStored(_:into:)`` has been called for them.
  ///   - lastKnown: the last location of this user before this process.
  ///   - requiresSession: whether streams and monitors work only while there is a service session.
  init(
    permission: Permission, isReplay: Bool, regions: [RegionMonitor.Stored] = [],
    storesRegions: Bool = false, lastKnown: StoredLocation? = nil, requiresSession: Bool = false,
    waking: WakingState = WakingState()
  ) {
    self.waking = waking
    self.isReplay = isReplay
    permissionSources = PermissionSources(permission, requiresSession: requiresSession)
    situation = Situation(permission: permissionSources.granted, kept: lastKnown)
    self.regions.stored = regions
    settled = Settled(storesRegions: storesRegions, revision: self.regions.revision)
  }

  /// What the last effects contained, with which ``settle(into:)`` compares.
  private struct Settled {
    let storesRegions: Bool
    var demand = EngineDemand()
    /// The revision of the regions that were to be stored.
    var revision: Int
    /// When the location arrived that was to be stored.
    var arrival: Duration?
  }

  var permission: Permission { situation.permission }
  /// The newest location, as far as a manager may know it.
  var visibleLocation: CLLocation? { situation.visibleLocation }

  // MARK: Effects

  mutating func post(_ deliveries: [Delivery]?, into effects: inout Effects) {
    guard let deliveries, !deliveries.isEmpty else { return }
    waiting.post(deliveries, permission, into: &effects)
  }

  mutating func postCrossing(_ deliveries: [Delivery]?, into effects: inout Effects) {
    guard settled.storesRegions else { return post(deliveries, into: &effects) }
    waiting.postCrossing(deliveries ?? [], revision: regions.revision)
  }

  mutating func deliver(
    _ callback: Callback, to client: EngineClientID, into effects: inout Effects
  ) {
    post(clients[client].map { [$0.delivery(callback)] }, into: &effects)
  }

  /// Logs a line, unless it equals the last one.
  mutating func notice(_ text: String, into effects: inout Effects) {
    guard text != lastNotice else { return }
    lastNotice = text
    effects.notices.append(text)
  }

  /// Delivers or drops what waited for the person's answer about Always; what is dropped has not happened for its client.
  mutating func settleAlways(_ isAllowed: Bool, into effects: inout Effects) {
    let dropped = waiting.settleAlways(isAllowed, into: &effects)
    regions.settleHeld(isAllowed)
    for index in clients.indices { clients.states[index].conditions?.circles.settleHeld(isAllowed) }
    guard !isAllowed else { return }
    visits = StayDetector()
    for id in Set(dropped.map(\.client)) { clients[id]?.forgetUndelivered() }
    // A request has one answer, whatever it is.
    for request in dropped where request.run?.service == .request {
      deliver(.failed(.locationUnknown), to: request.client, into: &effects)
    }
  }

  /// Delivers the crossings up to a revision, because the regions have been stored or cannot be.
  mutating func regionsStored(_ revision: Int, into effects: inout Effects) {
    waiting.regionsStored(revision, permission, into: &effects)
  }

  /// Adds what has to be stored, registered or demanded of the source because it differs from what it was.
  mutating func settle(into effects: inout Effects) {
    if regions.revision != settled.revision {
      settled.revision = regions.revision
      if settled.storesRegions { effects.regions = regions }
    }
    if let location = locationToStore() { effects.location = location }
    if let services = registration() { effects.registration = services }
    let demand = demand
    if demand != settled.demand {
      settled.demand = demand
      effects.demand = demand
    }
  }

  /// Returns the newest location, if the stored one is a minute older, or no more locations are coming.
  private mutating func locationToStore() -> StoredLocation? {
    guard !isReplay, permission.isAuthorized, let last = situation.last,
      last.arrival != settled.arrival
    else { return nil }
    if let stored = settled.arrival, !isAtStart, last.arrival - stored < .seconds(60) { return nil }
    settled.arrival = last.arrival
    return last.location.fix.flatMap { StoredLocation($0) }
  }

  // MARK: The source

  mutating func received(_ event: ReceiverEvent, at now: Duration, into effects: inout Effects) {
    switch event.content {
    case .report(.fix(let fix)): received(fix, arrival: event.arrival, into: &effects)
    case .report(.fixLost): follow(situation.availability.lost(), into: &effects)
    case .report(.heading(let heading)):
      if let time = compass.received(heading, at: now) {
        deliver(heading, at: time, into: &effects)
      }
    case .lastFix(let fix):
      situation.receivedLast(fix, arrival: event.arrival)
      for index in clients.indices {
        post(clients.states[index].receivedKnown(situation, at: now), into: &effects)
      }
    case .status(let status): received(status.report, at: now, into: &effects)
    case .report, .receivers, .timeWithoutFix, .notice, .bytes: break
    }
  }

  private mutating func received(
    _ state: StateReport, at now: Duration, into effects: inout Effects
  ) {
    var state = state
    if state.code == .noReceiver {
      compass.sourceIsAbsent()
      state.explanation =
        state.explanation
        ?? "no receiver found: no serial port looks like one; plug one in, or set CORELOCATION_SOURCE"
    }
    if state.code == .starting { compass.sourceStarts() }
    // The same trouble is logged again if there was a position in between.
    if state.code == .fix { lastNotice = nil }
    permissionSources.limit(by: state)
    renewPermission(at: now, into: &effects)
    follow(situation.availability.received(state, at: now), into: &effects)
  }

  private mutating func received(_ fix: Fix, arrival: Duration, into effects: inout Effects) {
    guard let location = CLLocation(fix, isReplay: isReplay) else {
      let reason =
        if fix.time == nil {
          "the recording contains positions without a time: they are only delivered with time=now"
        } else if fix.time?.timestamp == nil {
          "the receiver reports no date yet (no RMC with status A, no ZDA): its positions wait for one"
        } else {
          "the receiver estimates positions without saying how accurate they are: Core Location does not deliver them"
        }
      return notice(reason, into: &effects)
    }
    if let last = situation.last {
      let step = location.timestamp.timeIntervalSince(last.location.timestamp)
      // A small step back is one sentence behind another; a large one is a clock that was set.
      guard step >= 0 || step < -10 || isReplay && isAtStart else { return }
    }
    isAtStart = false
    situation.availability.receivedFix()
    situation.received(fix, at: location, arrival: arrival, isReplay: isReplay)
    if mayKnowLocation { situation.reveal() }
    for index in clients.indices { post(clients.states[index].received(situation), into: &effects) }
    if situation.isExact { receivedForPlaces(location, arrival: arrival, into: &effects) }
    if let heading = compass.received(fixAt: location.timestamp) {
      deliver(heading, at: location.timestamp, into: &effects)
    }
  }

  /// Processes an exact location for conditions, regions and visits.
  private mutating func receivedForPlaces(
    _ location: CLLocation, arrival: Duration, into effects: inout Effects
  ) {
    guard permission.allowsEvents, waking.hasBegun else { return }
    let isHeld = permission.awaitsAlways
    for index in clients.indices where !permission.lacksSession {
      post(clients.states[index].receivedForConditions(location, isHeld: isHeld), into: &effects)
    }
    for event in regions.received(location, isHeld: isHeld) {
      let receipt = receipt(for: event, at: location.fix, into: &effects)
      for index in clients.indices {
        postCrossing(clients.states[index].received(event, receipt), into: &effects)
      }
    }
    answerStateRequests(at: arrival, into: &effects)
    guard clients.states.contains(where: \.monitorsVisits), let visit = visits.received(location)
    else { return }
    for index in clients.indices { post(clients.states[index].visited(visit), into: &effects) }
  }

  private mutating func deliver(_ heading: Heading, at time: Date, into effects: inout Effects) {
    let isExact = mayKnowLocation && situation.isExact
    let heading = CLHeading.Fields(
      isExact ? heading : heading.measured, at: time, near: situation.visibleLocation)
    compass.last = heading
    for index in clients.indices { post(clients.states[index].received(heading), into: &effects) }
  }

  /// Forgets earlier reports, because listening to the source begins or ends.
  mutating func forgetSource() {
    isAtStart = true
    situation.availability.forget()
    compass.forget()
    lastNotice = nil
  }

  mutating func sourceFailed(into effects: inout Effects) {
    compass.sourceIsAbsent()
    follow(situation.availability.lost(), into: &effects)
  }

  /// Responds to the passage of time, which may show that the source has no position, or no time.
  mutating func elapseSource(to now: Duration, into effects: inout Effects) {
    follow(situation.availability.elapse(to: now), into: &effects)
    if let heading = compass.elapse(to: now) { deliver(heading, at: Date(), into: &effects) }
    if implicitRequest.elapse(to: now, permission) { effects.requestsImplicitly = true }
  }

  private mutating func follow(_ verdict: Availability.Verdict?, into effects: inout Effects) {
    guard let verdict else { return }
    if let text = verdict.notice { notice(text, into: &effects) }
    guard verdict.isNews else { return }
    for index in clients.indices {
      post(clients.states[index].diagnosticsChanged(situation), into: &effects)
    }
    for index in clients.indices {
      post(clients.states[index].becameUnavailable(situation), into: &effects)
    }
  }

  // MARK: The permission

  mutating func authorizationChanged(
    to authorized: Permission, at now: Duration, into effects: inout Effects
  ) {
    permissionSources.authorized = authorized
    renewPermission(at: now, into: &effects)
  }

  /// Combines the authorization with the source's limits and with the activities that keep the application in use.
  mutating func renewPermission(at now: Duration, into effects: inout Effects) {
    // An activity that began in the background takes effect once the application is in use.
    if permissionSources.authorized.isInUse {
      for index in clients.indices where clients.states[index].role == .activity {
        clients.states[index].keepsInUse = true
      }
    }
    let new = permissionSources.combined(
      hasSession: clients.states.contains { $0.role == .session },
      isKeptInUse: clients.states.contains(where: \.keepsInUse))
    let old = permission
    guard new != old else { return }
    situation.permission = new
    let fresh = situation.fresh(isCoarse: false, at: now)
    if fresh != nil, mayKnowLocation { situation.reveal() }
    if !new.needsConfirmation { settleAlways(new.status == .authorizedAlways, into: &effects) }
    for index in clients.indices {
      post(clients.states[index].permissionChanged(from: old, situation, at: now), into: &effects)
    }
    if old.isAuthorized, !new.isAuthorized {
      for index in clients.indices {
        post(clients.states[index].denied(regions.regions), into: &effects)
      }
    }
    if new.status != .notDetermined { startWaitingRegions(into: &effects) }
  }
}
