// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import GNSS
import GNSSReceiver
import LinuxSystem
import ServiceProtocol

/// The limits that a source sets.
enum SourceLimits: Sendable {
  case none, reduced, denied
}

/// The clients, their requests, and the deliveries to them: the engine without its threads.
///
/// A value whose inputs are the reports of the source, the requests of managers, the permission and the time;
/// ``drainOutputs()`` returns the resulting actions.
struct EngineState: Sendable {
  /// Whether the positions come from a recording.
  let isReplay: Bool
  /// Whether streams and monitors work only while there is a service session.
  private let requiresSession: Bool
  private(set) var situation: Situation
  /// The permission without the source's limits, which determines whether the source is needed.
  private(set) var granted: Permission
  private var limits = SourceLimits.none
  /// The last permission that the authorizer reported.
  private(set) var authorized: Permission
  var clients = EngineClients()
  var regions = RegionMonitor()
  /// Regions that wait for permission to be monitored, and the clients that requested it.
  var waitingRegions: [(region: CircularRegion, client: EngineClientID)] = []
  /// Requests for the state of a region that have not been answered yet.
  var stateRequests: [StateRequest] = []
  var visits = VisitDetector()
  private(set) var lastHeading: CLHeading?
  private(set) var compass = Compass()
  var implicitRequest = ImplicitRequest()
  private var outbox = Outbox()
  private var drainedDemand = EngineDemand()
  /// Whether regions are stored between launches, and the revision that was last handed out for that.
  private let keepsRegions: Bool
  private var keptRevision = 0
  /// When the location arrived that was last handed out to be stored.
  private var keptArrival: Duration?
  /// Whether no location has arrived since listening began; a recording then begins again with its first location.
  private var isAtStart = false

  /// - Parameters:
  ///   - keepsRegions: whether crossings are delivered only after ``regionsKept(_:)`` has been called for them.
  ///   - lastKnown: the last location of this user before this process.
  ///   - requiresSession: whether streams and monitors work only while there is a service session.
  init(
    permission: Permission, isReplay: Bool, regions: [RegionMonitor.Kept] = [],
    keepsRegions: Bool = false, lastKnown: KeptLocation? = nil, requiresSession: Bool = false
  ) {
    var permission = permission
    permission.lacksSession = requiresSession
    self.requiresSession = requiresSession
    self.keepsRegions = keepsRegions
    situation = Situation(permission: permission, kept: lastKnown)
    authorized = permission
    granted = permission
    self.isReplay = isReplay
    self.regions.kept = regions
    keptRevision = self.regions.revision
  }

  var permission: Permission { situation.permission }
  /// The newest location, as far as a manager may know it.
  var visibleLocation: CLLocation? { situation.visibleLocation }

  // MARK: Outputs

  /// Queues deliveries.
  mutating func post(_ deliveries: [Delivery]?) {
    guard let deliveries, !deliveries.isEmpty else { return }
    outbox.post(deliveries, permission)
  }

  private mutating func postCrossing(_ deliveries: [Delivery]?) {
    guard keepsRegions else { return post(deliveries) }
    outbox.postCrossing(deliveries ?? [], revision: regions.revision)
  }

  /// Queues a callback for one client.
  mutating func deliver(_ callback: Callback, to client: EngineClientID) {
    post(clients[client].map { [$0.delivery(callback)] })
  }

  mutating func notice(_ text: String) { outbox.notice(text) }

  /// Delivers or drops what waited for the person's answer about Always; what is dropped has not happened for its client.
  mutating func settleAlways(_ isAllowed: Bool) {
    let dropped = outbox.settleAlways(isAllowed)
    regions.settleHeld(isAllowed)
    for index in clients.indices { clients.states[index].conditions?.settleHeld(isAllowed) }
    guard !isAllowed else { return }
    visits = VisitDetector()
    for id in Set(dropped.map(\.client)) { clients[id]?.forgetUndelivered() }
    // A request has one answer, whatever it is.
    for request in dropped where request.run?.service == .request {
      deliver(.failed(.locationUnknown), to: request.client)
    }
  }

  /// Delivers the crossings up to a revision, because the regions have been stored or cannot be.
  mutating func regionsKept(_ revision: Int) { outbox.regionsKept(revision, permission) }

  /// Returns the actions since this was last called.
  mutating func drainOutputs() -> EngineOutputs {
    var outputs = outbox.drain()
    if regions.revision != keptRevision {
      keptRevision = regions.revision
      outputs.hasNewRegions = keepsRegions
    }
    outputs.location = locationToKeep()
    outputs.requestsImplicitly = implicitRequest.drain()
    let demand = demand
    outputs.hasNewDemand = demand != drainedDemand
    drainedDemand = demand
    return outputs
  }

  /// Returns the newest location, if the stored one is a minute older, or no more locations are coming.
  private mutating func locationToKeep() -> KeptLocation? {
    guard !isReplay, permission.isAuthorized, let last = situation.last, last.arrival != keptArrival
    else { return nil }
    if let keptArrival, !isAtStart, last.arrival - keptArrival < .seconds(60) { return nil }
    keptArrival = last.arrival
    return last.location.fix.flatMap(KeptLocation.init)
  }

  // MARK: Clients

  mutating func addClient() -> EngineClientID { clients.add() }

  mutating func removeClient(_ client: EngineClientID) {
    clients.remove(client)
    stateRequests.removeAll { $0.client == client }
    outbox.remove(client)
  }

  /// Whether a callback may still arrive.
  func accepts(_ delivery: Delivery) -> Bool {
    clients.index(of: delivery.client).map { clients.states[$0].accepts(delivery) } ?? false
  }

  // MARK: The source

  /// Processes an event of the source.
  mutating func received(_ event: ReceiverEvent, at now: Duration) {
    switch event.content {
    case .report(.fix(let fix)): received(fix, arrival: event.arrival)
    case .report(.fixLost): follow(situation.availability.lost())
    case .report(.heading(let heading)):
      if let time = compass.received(heading, at: now) { deliver(heading, at: time) }
    case .lastFix(let fix):
      situation.receivedLast(fix, arrival: event.arrival)
      for index in clients.indices { post(clients.states[index].receivedKnown(situation, at: now)) }
    case .status(let status): received(status.report, at: now)
    case .report, .bytes: break
    }
  }

  private mutating func received(_ state: StateReport, at now: Duration) {
    var state = state
    if state.code == .noReceiver {
      compass.sourceIsAbsent()
      state.explanation =
        state.explanation
        ?? "no receiver found: no serial port looks like one; plug one in, or set CORELOCATION_SOURCE"
    }
    if state.code == .starting { compass.sourceStarts() }
    // The same trouble is logged again if there was a position in between.
    if state.code == .fix { outbox.forgetNotice() }
    limit(by: state, at: now)
    follow(situation.availability.received(state, at: now))
  }

  /// Applies the limits that a service sets, which may be stricter than the person's; they hold until another source is in
  /// use.
  private mutating func limit(by state: StateReport, at now: Duration) {
    switch state.code {
    case .starting, .noReceiver, .ended: return
    case .denied: limits = .denied
    case .waitingForFix, .fix, .trouble: limits = state.isReduced ? .reduced : .none
    }
    renewPermission(at: now)
  }

  private mutating func received(_ fix: Fix, arrival: Duration) {
    guard let location = CLLocation(fix, isReplay: isReplay) else {
      return notice(
        "the receiver reports no date yet (no RMC with status A, no ZDA): its positions wait for one"
      )
    }
    if let last = situation.last {
      let step = location.timestamp.timeIntervalSince(last.location.timestamp)
      // A small step back is one sentence behind another; a large one is a clock that was set.
      guard step >= 0 || step < -10 || isReplay && isAtStart else { return }
    }
    isAtStart = false
    situation.availability.receivedFix()
    situation.received(fix, at: location, arrival: arrival, isReplay: isReplay)
    for index in clients.indices { post(clients.states[index].received(situation)) }
    if situation.isExact { receivedForPlaces(location) }
    if let heading = compass.received(fixAt: location.timestamp) {
      deliver(heading, at: location.timestamp)
    }
  }

  /// Processes an exact location for conditions, regions and visits.
  private mutating func receivedForPlaces(_ location: CLLocation) {
    guard permission.allowsEvents else { return }
    let isHeld = permission.awaitsAlways
    for index in clients.indices where !permission.lacksSession {
      post(clients.states[index].receivedForConditions(location, isHeld: isHeld))
    }
    for event in regions.received(location, isHeld: isHeld) {
      for index in clients.indices { postCrossing(clients.states[index].received(event)) }
    }
    answerStateRequests()
    guard clients.states.contains(where: \.monitorsVisits), let visit = visits.received(location)
    else { return }
    for index in clients.indices { post(clients.states[index].visited(visit)) }
  }

  private mutating func deliver(_ heading: Heading, at time: Date) {
    let isExact = permission.isAuthorized && situation.isExact
    let heading = CLHeading(
      isExact ? heading : heading.measured, at: time, near: situation.visibleLocation)
    lastHeading = heading
    for index in clients.indices { post(clients.states[index].received(heading)) }
  }

  /// Forgets earlier reports, because listening to the source begins or ends.
  mutating func forgetSource() {
    isAtStart = true
    situation.availability.forget()
    compass.forget()
    outbox.forgetNotice()
  }

  /// Responds to a source that cannot be started.
  mutating func sourceFailed() {
    compass.sourceIsAbsent()
    follow(situation.availability.lost())
  }

  /// Responds to the passage of time, which may show that the source has no position, or no time.
  mutating func elapseSource(to now: Duration) {
    follow(situation.availability.elapse(to: now))
    if let heading = compass.elapse(to: now) { deliver(heading, at: Date()) }
    implicitRequest.elapse(to: now, permission)
  }

  /// When ``elapseSource(to:)`` has something to do; `nil` if it has nothing to do.
  var sourceDeadline: Duration? {
    earlier(
      situation.availability.deadline, earlier(compass.deadline, implicitRequest.deadline))
  }

  private mutating func follow(_ verdict: Availability.Verdict?) {
    guard let verdict else { return }
    if let text = verdict.notice { notice(text) }
    guard verdict.isNews else { return }
    for index in clients.indices { post(clients.states[index].diagnosticsChanged(situation)) }
    for index in clients.indices { post(clients.states[index].becameUnavailable(situation)) }
  }

  // MARK: The permission

  /// Processes a permission that the authorizer reports.
  mutating func authorizationChanged(to authorized: Permission, at now: Duration) {
    self.authorized = authorized
    renewPermission(at: now)
  }

  /// Combines the authorization with the source's limits and with the activities that keep the application in use.
  mutating func renewPermission(at now: Duration) {
    var new = authorized
    new.lacksSession = requiresSession && !clients.states.contains(where: \.isSession)
    for index in clients.indices where clients.states[index].isActivity {
      // An activity that began in the background takes effect once the application is in use.
      if authorized.isInUse { clients.states[index].keepsInUse = true }
      if clients.states[index].keepsInUse { new.isInUse = true }
    }
    granted = new
    switch limits {
    case .none: break
    case .reduced: new.accuracy = .reducedAccuracy
    // The user of this program cannot change that.
    case .denied: if new.isAuthorized { new.status = .restricted }
    }
    let old = permission
    guard new != old else { return }
    situation.permission = new
    if !new.needsConfirmation { settleAlways(new.status == .authorizedAlways) }
    for index in clients.indices {
      post(clients.states[index].permissionChanged(from: old, situation, at: now))
    }
    if old.isAuthorized, !new.isAuthorized {
      for index in clients.indices { post(clients.states[index].denied(regions.regions)) }
    }
    if new.status != .notDetermined { startWaitingRegions() }
  }
}
