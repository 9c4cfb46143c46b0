// Core Location for Linux. SPDX-License-Identifier: MIT
//
// What starting and stopping does, and which locations reach whom.

extension EngineState {
  // MARK: Standard updates

  mutating func startUpdates(_ id: ClientID, at now: Duration) {
    guard var client = clients[id] else { return }
    cancelRequest(&client)
    if let standard = client.standard {
      // Started while it runs: nothing new, unless it was paused.
      guard standard.pauses.isPaused else {
        clients[id] = client
        return
      }
    }
    let isResuming = client.standard?.pauses.isPaused ?? false
    client.standard = StandardUpdates(isResuming: isResuming)
    client.renew(.standard)
    client.hasBeenInUse = permission.isInUse
    clients[id] = client
    beginUpdates(id, at: now)
  }

  /// Tells the newest location if there is a new one, or that nothing may be told.
  private mutating func beginUpdates(_ id: ClientID, at now: Duration) {
    guard let client = clients[id], client.standard != nil else { return }
    if permission.isDenied { return deliver(.failed(.denied), to: id, .standard) }
    guard client.mayBeTold(permission) else { return noticeBackground() }
    if let location = freshLocation(for: client, at: now) {
      tellUpdate(location, to: id)
    } else if isUnavailable {
      // Others were told when it became so.
      deliver(.failed(.locationUnknown), to: id, .standard)
    }
  }

  mutating func stopUpdates(_ id: ClientID) {
    guard var client = clients[id] else { return }
    client.standard = nil
    client.renew(.standard)
    cancelRequest(&client)
    clients[id] = client
  }

  private mutating func tellUpdate(_ location: CLLocation, to id: ClientID) {
    guard var client = clients[id], var standard = client.standard,
      client.mayBeTold(permission)
    else { return }
    defer {
      client.standard = standard
      clients[id] = client
    }
    // What is inexact stays where it is while somebody moves.
    if client.settings.pausesLocationUpdatesAutomatically, !isReduced(client) {
      switch standard.pauses.note(location, activity: client.settings.activityType) {
      case .pause: return deliver(.paused, to: id, .standard)
      case .resume: standard.isResuming = true
      case nil: if standard.pauses.isPaused { return }
      }
    }
    guard standard.filter.passes(location, distance: client.settings.distanceFilter) else {
      return
    }
    if standard.isResuming {
      standard.isResuming = false
      deliver(.resumed, to: id, .standard)
    }
    deliver(.locations([location]), to: id, .standard)
  }

  /// Says why nothing comes although it is allowed.
  private mutating func noticeBackground() {
    guard permission.isAuthorized, !permission.isInUse else { return }
    notice(
      "the application is not in use, for it is not in the foreground of a terminal: locations wait "
        + "until it is; set allowsBackgroundLocationUpdates and be allowed always, or set CORELOCATION_IN_USE"
    )
  }

  private func isReduced(_ client: ClientState) -> Bool {
    permission.accuracy == .reducedAccuracy
      || client.settings.desiredAccuracy == kCLLocationAccuracyReduced
  }

  // MARK: A single location

  mutating func requestLocation(_ id: ClientID, at now: Duration) {
    guard var client = clients[id] else { return }
    // One at a time; and who is told all the time need not ask.
    if client.request == nil {
      client.request = LocationRequest()
      if client.standard == nil { client.hasBeenInUse = permission.isInUse }
    }
    clients[id] = client
    beginRequest(id, at: now)
  }

  private mutating func beginRequest(_ id: ClientID, at now: Duration) {
    guard var client = clients[id], var request = client.request else { return }
    if permission.isDenied {
      client.request = nil
      clients[id] = client
      return deliver(.failed(.denied), to: id, .request)
    }
    guard client.mayBeTold(permission) else { return noticeBackground() }
    request.begin(at: now)
    client.request = request
    clients[id] = client
    if let location = freshLocation(for: client, at: now) { answer(id, location) }
  }

  private mutating func answer(_ id: ClientID, _ location: CLLocation) {
    guard var client = clients[id], var request = client.request,
      client.mayBeTold(permission)
    else { return }
    let isEnough =
      request.take(location, desired: client.settings.desiredAccuracy)
      || permission.accuracy == .reducedAccuracy
    client.request = isEnough ? nil : request
    clients[id] = client
    if isEnough { deliver(.locations([location]), to: id, .request) }
  }

  private func cancelRequest(_ client: inout ClientState) {
    client.request = nil
    client.renew(.request)
  }

  // MARK: Time

  /// When ``elapse(to:)`` has something to do; `nil` while it has not.
  var deadline: Duration? { clients.values.compactMap { $0.request?.deadline }.min() }

  /// Time has passed: requests that have waited long enough get the best there is.
  mutating func elapse(to now: Duration) {
    for id in clientsInOrder {
      guard var client = clients[id], let request = client.request,
        let deadline = request.deadline, deadline <= now
      else { continue }
      client.request = nil
      clients[id] = client
      if let best = request.bestSoFar {
        deliver(.locations([best]), to: id, .request)
      } else {
        deliver(.failed(.locationUnknown), to: id, .request)
      }
    }
  }

  // MARK: Significant changes, visits, headings

  mutating func startSignificantChanges(_ id: ClientID, at now: Duration) {
    guard var client = clients[id], client.significantChanges == nil else { return }
    client.significantChanges = SignificantChangeFilter()
    client.renew(.significantChanges)
    clients[id] = client
    beginSignificantChanges(id, at: now)
  }

  private mutating func beginSignificantChanges(_ id: ClientID, at now: Duration) {
    guard let client = clients[id], client.significantChanges != nil else { return }
    if permission.isDenied { return deliver(.failed(.denied), to: id, .significantChanges) }
    if let location = freshLocation(for: client, at: now) { tellChange(location, to: id) }
  }

  private mutating func tellChange(_ location: CLLocation, to id: ClientID) {
    guard var client = clients[id], var filter = client.significantChanges,
      permission.allowsMonitoring
    else { return }
    // What is inexact by decree is not too inexact to tell a change.
    let passes = filter.passes(location)
    client.significantChanges = filter
    clients[id] = client
    if passes { deliver(.locations([location]), to: id, .significantChanges) }
  }

  mutating func stopSignificantChanges(_ id: ClientID) {
    clients[id]?.significantChanges = nil
    clients[id]?.renew(.significantChanges)
  }

  mutating func setVisits(_ isOn: Bool, _ id: ClientID) {
    guard clients[id]?.monitorsVisits != isOn else { return }
    if isOn, !clients.values.contains(where: \.monitorsVisits) { visits = VisitDetector() }
    clients[id]?.monitorsVisits = isOn
    clients[id]?.renew(.visits)
    if isOn, permission.isDenied { deliver(.failed(.denied), to: id, .visits) }
  }

  mutating func noteVisits(_ location: CLLocation) {
    guard clients.values.contains(where: \.monitorsVisits), let visit = visits.note(location)
    else { return }
    for id in clientsInOrder where clients[id]?.monitorsVisits == true {
      deliver(.visit(CLVisit(visit)), to: id, .visits)
    }
  }

  mutating func startHeading(_ id: ClientID) {
    guard var client = clients[id], client.heading == nil else { return }
    client.heading = HeadingFilter()
    client.renew(.heading)
    clients[id] = client
    if permission.isDenied { deliver(.failed(.denied), to: id, .heading) }
  }

  mutating func stopHeading(_ id: ClientID) {
    clients[id]?.heading = nil
    clients[id]?.renew(.heading)
  }

  // MARK: All of them

  /// A location for one client's services.
  mutating func tell(_ location: CLLocation, to id: ClientID) {
    tellUpdate(location, to: id)
    answer(id, location)
    tellChange(location, to: id)
    tellLive(location, to: id)
  }

  /// Begins with what was asked for before it was permitted, and tells what has ended.
  mutating func permissionChanged(to new: Permission, at now: Duration) {
    let old = permission
    guard new != old else { return }
    permission = new
    let isNews =
      new.status != old.status || new.accuracy != old.accuracy
      || new.servicesEnabled != old.servicesEnabled
    for id in clientsInOrder {
      guard let client = clients[id] else { continue }
      if isNews, client.isManager { deliver(.authorizationChanged, to: id) }
      if client.followsPermission { deliver(.permission(new), to: id) }
      let couldTell = client.mayBeTold(old)
      if new.isInUse { clients[id]?.hasBeenInUse = true }
      if client.mayBeTold(new) && !couldTell || new.isDenied && !old.isDenied {
        beginUpdates(id, at: now)
        beginRequest(id, at: now)
      }
      if new.isDenied != old.isDenied || new.allowsMonitoring != old.allowsMonitoring {
        beginSignificantChanges(id, at: now)
      }
      tellDiagnostics(id)
      tellConditions(id)
    }
    if old.allowsMonitoring, !new.allowsMonitoring { denyRegions() }
    if new.status != .notDetermined { startWaitingRegions() }
  }
}
