// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Standard updates and requests for one location.

extension ClientState {
  // MARK: Standard updates

  mutating func startUpdates(_ situation: Situation, at now: Duration) -> [Delivery] {
    cancelRequest()
    let isPaused = standard?.pauses.isPaused ?? false
    // A start while the service runs changes nothing, unless it was paused; a denial is reported again.
    if standard != nil, !isPaused {
      return situation.permission.isDenied ? [delivery(.failed(.denied), .standard)] : []
    }
    standard = StandardUpdates(isResuming: isPaused)
    renew(.standard)
    hasBeenInUse = situation.permission.isInUse
    return beginUpdates(situation, at: now)
  }

  mutating func stopUpdates() {
    standard = nil
    renew(.standard)
    cancelRequest()
  }

  /// Delivers the newest location if it is fresh, or an error if the location is denied or unknown.
  mutating func beginUpdates(_ situation: Situation, at now: Duration) -> [Delivery] {
    guard standard != nil else { return [] }
    if situation.permission.isDenied { return [delivery(.failed(.denied), .standard)] }
    guard allowsUpdates(situation.permission) else { return [] }
    if let fresh = freshLocation(situation, at: now) {
      return receivedUpdate(fresh.location, situation)
    }
    // Clients that had started before were notified when it became unavailable.
    return situation.availability.isUnavailable
      ? [delivery(.failed(.locationUnknown), .standard)] : []
  }

  mutating func receivedUpdate(_ location: CLLocation, _ situation: Situation) -> [Delivery] {
    guard var standard, allowsUpdates(situation.permission) else { return [] }
    standard.last = location
    defer { self.standard = standard }
    if mayPause(situation) {
      switch standard.pauses.received(location, activity: settings.activityType) {
      case .pause: return [delivery(.paused, .standard)]
      case .resume: standard.isResuming = true
      case nil: if standard.pauses.isPaused { return [] }
      }
    } else {
      if standard.pauses.isPaused { standard.isResuming = true }
      standard.pauses = PauseDetector()
    }
    guard standard.filter.passes(location, distance: settings.distanceFilter) else { return [] }
    let news = delivery(.locations([location]), .standard)
    guard standard.isResuming else { return [news] }
    standard.isResuming = false
    return [delivery(.resumed, .standard), news]
  }

  /// Whether updates may pause: not in use, where a person watches, and not with inexact locations, which stay in place
  /// while the device moves.
  private func mayPause(_ situation: Situation) -> Bool {
    settings.pausesLocationUpdatesAutomatically && !situation.permission.isInUse
      && !isCoarse(situation)
  }

  func freshLocation(_ situation: Situation, at now: Duration) -> Situation.Received? {
    situation.fresh(isCoarse: isCoarse(situation), at: now)
  }

  // MARK: A single location

  mutating func requestLocation(_ situation: Situation, at now: Duration) -> [Delivery] {
    // Updates that run answer it, unless they pause.
    if let standard, !standard.pauses.isPaused, !situation.permission.isDenied { return [] }
    // Only one request at a time.
    if request == nil {
      request = LocationRequest()
      if standard == nil { hasBeenInUse = situation.permission.isInUse }
    }
    return beginRequest(situation, at: now)
  }

  mutating func beginRequest(_ situation: Situation, at now: Duration) -> [Delivery] {
    guard request != nil else { return [] }
    if situation.permission.isDenied {
      request = nil
      return [delivery(.failed(.denied), .request)]
    }
    guard allowsUpdates(situation.permission) else { return [] }
    request?.begin(at: now)
    guard let known = situation.known(isCoarse: isCoarse(situation), at: now) else { return [] }
    return receivedAnswer(known, situation)
  }

  mutating func receivedAnswer(_ news: Situation.Received, _ situation: Situation) -> [Delivery] {
    guard var request, allowsUpdates(situation.permission) else { return [] }
    let isEnough =
      request.received(news.location, arrival: news.arrival, desired: settings.desiredAccuracy)
      || isCoarse(situation)
    self.request = isEnough ? nil : request
    return isEnough ? [delivery(.locations([news.location]), .request)] : []
  }

  /// Responds to the passage of time: answers a request that has waited long enough with the best location there is.
  mutating func elapse(to now: Duration) -> [Delivery] {
    guard var request, let deadline = request.deadline, deadline <= now else { return [] }
    self.request = nil
    let answer = request.answer(at: now).map { Callback.locations([$0]) }
    return [delivery(answer ?? .failed(.locationUnknown), .request)]
  }

  mutating func cancelRequest() {
    request = nil
    renew(.request)
  }
}
