// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GNSSReceiver
import LocationJSON
import LocationProtocols
import LocationService

/// What the page shows: the receiver as it is, what is watched, and the events and the track of the last minutes.
struct PageState {
  /// What is to be kept on the disk, so that a restart does not lose it; `nil` for nothing.
  struct Effects {
    var record: [UInt8]?
  }

  private(set) var log: EventLog
  private var view: ReceiverView
  private var track = PageTrack()
  private var recent = RecentFixes()
  private var clock = HistoryClock()
  private var watch: BoatWatch
  private var receivers = KnownReceivers()
  private var troubles = ReceiverTroubles()
  private var happened = Occurrences()
  private var members = WatchMembers()
  private var variation = PageVariation()
  /// Says why what is watched would not survive a restart; `nil` if it would.
  private var unkept: PageAlert?

  /// - Parameters:
  ///   - record: what was watched before a restart.
  ///   - now: the start of the wait for a fix.
  init(run: String, continuing record: WatchRecord = WatchRecord(), at now: Moment) {
    log = EventLog(run: run)
    view = ReceiverView(since: now.monotonic)
    watch = BoatWatch(record, at: now)
  }

  // MARK: Input

  mutating func received(_ event: ReceiverEvent, at now: Moment, into effects: inout Effects) {
    receivers.received(event)
    if event.isOfReceivers { members.receiversHaveChanged() }
    if !event.isOfStandby {
      show(event, at: now.monotonic)
      inform(of: event, at: now, into: &effects)
    }
    reportMembers(at: now.monotonic)
  }

  /// Does what a person has ordered; throws if that is impossible, with the reason.
  mutating func perform(
    _ order: WatchOrder, at now: Moment, into effects: inout Effects
  ) throws(WatchRefusal) {
    var news = BoatWatch.Effects()
    try watch.perform(order, at: now, into: &news)
    settle(news, at: now, into: &effects)
  }

  /// Records something for people that has happened outside of this value.
  mutating func note(_ occurrence: String, at now: Moment) {
    append(occurrence, at: now)
    reportMembers(at: now.monotonic)
  }

  /// Records why what is watched is not on the disk, in words for people; `nil` if it is.
  mutating func kept(_ problem: String?, at now: Moment) {
    guard problem != unkept?.text else { return }
    append(problem ?? "The watch would survive a restart again", at: now)
    unkept = problem.map {
      PageAlert(
        name: .notKept, level: .caution, since: unkept?.since ?? now.nanosecondsSince1970, text: $0)
    }
    reportMembers(at: now.monotonic)
  }

  /// What is to be kept, as long as that has not been possible.
  var unkeptRecord: [UInt8]? { unkept == nil ? nil : watch.record.bytes }

  /// Whether an anchor or a person is watched, which takes a receiver even if nobody looks.
  var isWatching: Bool { watch.anchor != nil || watch.overboard != nil }

  /// Forgets how the receiver was doing, because it has been closed: what it said is not present any more.
  mutating func receiverClosed(at now: Moment) {
    (view, receivers, troubles) = (
      ReceiverView(since: now.monotonic), KnownReceivers(), ReceiverTroubles()
    )
    clock = HistoryClock()
    track.interrupt()
    watch.fixLost()
    log.clear()
    log.append("resync", JSONObject(class: "resync").closed, at: now.monotonic)
    reportMembers(at: now.monotonic)
  }

  mutating func elapse(to now: Moment, into effects: inout Effects) {
    var news = BoatWatch.Effects()
    watch.elapse(to: now, into: &news)
    settle(news, at: now, into: &effects)
  }

  private mutating func settle(
    _ news: BoatWatch.Effects, at now: Moment, into effects: inout Effects
  ) {
    for occurrence in news.occurrences { append(occurrence, at: now) }
    if let record = news.record { effects.record = record }
    reportMembers(at: now.monotonic)
  }

  /// Of a recording, what happens has the time that the page shows then.
  private mutating func append(_ occurrence: String, at now: Moment) {
    happened.append(
      occurrence, at: clock.recordedTime?.nanoseconds ?? now.nanosecondsSince1970)
  }

  /// Passes an event on to what is watched.
  private mutating func inform(
    of event: ReceiverEvent, at now: Moment, into effects: inout Effects
  ) {
    var news = BoatWatch.Effects()
    if let fix = event.fix {
      watch.received(fix, arrival: event.arrival, at: now, into: &news)
    } else if view.position == nil {
      watch.fixLost()
      if case .lastFix(let fix) = event.content {
        watch.knew(fix, arrival: event.arrival, at: now)
      }
    }
    news.occurrences += troubles.received(event, view, receivers.replacement, at: now)
    settle(news, at: now, into: &effects)
  }

  /// Reports the members of the page's state that have changed since they were last reported.
  private mutating func reportMembers(at now: Duration) {
    for (name, json) in members.changed(documents(at: now), at: now) {
      log.append(name, json, at: now)
    }
  }

  private func documents(at now: Duration) -> WatchMembers.Documents {
    let hidesPlaces = view.report.code == .denied
    var bytes: [UInt8] = []
    let alerts = watch.alarms + [unkept].compactMap { isWatching ? $0 : nil } + troubles.alerts
    bytes.append(array: alerts) { $0.set(in: &$1) }
    var known: [UInt8] = []
    known.append(array: receivers.summaries(at: now)) { $0.set(in: &$1) }
    return WatchMembers.Documents(
      anchor: watch.anchorDocument(hidesPlaces: hidesPlaces),
      mob: watch.overboardDocument(hidesPlaces: hidesPlaces, at: now), alerts: bytes,
      receivers: known, events: happened.document)
  }

  private mutating func show(_ event: ReceiverEvent, at now: Duration) {
    let before = view
    let consequence = view.received(event, at: now)
    if consequence == .denied { forgetPlaces(at: now) }
    if let fix = event.fix {
      track.received(fix)
      if clock.received(fix, isRecorded: view.isRecorded) { recent = RecentFixes() }
      recent.received(fix, at: clock.time(at: event.arrival))
      if let news = variation.received(fix) { log.append("variation", news, at: now) }
    }
    if let (kind, json) = news(of: event, since: before, at: now) {
      log.append(kind, json, at: now)
    }
    if consequence == .fixLost {
      track.interrupt()
      let time: FixTime? = if case .report(let report) = event.content { report.time } else { nil }
      log.append("fixLost", json(.report(.fixLost(time))), at: now)
    }
    if case .report(.satellites) = event.content { return }
    guard let satellites = view.satellites, satellites != before.satellites else { return }
    log.append("satellites", json(.report(.satellites(satellites))), at: now)
  }

  /// Returns what browsers are sent for an event; `nil` if nothing, or if it follows from what the event leads to.
  private func news(
    of event: ReceiverEvent, since before: ReceiverView, at now: Duration
  ) -> (StaticString, [UInt8])? {
    switch event.content {
    case .status: view.report != before.report || log.last == 0 ? ("state", state(at: now)) : nil
    case .lastFix: before.position == nil ? lastFix(at: now).map { ("lastFix", $0) } : nil
    case .report(.fix(let fix)): ("fix", json(.report(.fix(fix), device: event.receiver)))
    case .report(.fixLost), .receivers, .timeWithoutFix, .notice, .bytes: nil
    case .report(let report): named(report)
    }
  }

  /// Clears all positions: a client that may not know the location now must not learn past ones here.
  private mutating func forgetPlaces(at now: Duration) {
    (track, recent, clock) = (PageTrack(), RecentFixes(), HistoryClock())
    variation = PageVariation()
    receivers.forgetPlaces()
    log.clear()
    log.append("resync", JSONObject(class: "resync").closed, at: now)
  }

  // MARK: Output

  /// Returns events that describe the current state, for a browser that knows nothing of it.
  func present(at now: Duration) -> [PageEvent] {
    var parts: [(StaticString, [UInt8])] = [
      ("resync", JSONObject(class: "resync").closed), ("state", state(at: now)),
    ]
    if let fix = fix(at: now) { parts.append(("fix", fix)) }
    if let last = lastFix(at: now) { parts.append(("lastFix", last)) }
    parts += view.reports.compactMap(named)
    if let known = variation.document { parts.append(("variation", known)) }
    parts += documents(at: now).all
    return parts.map { log.repeated($0, $1, at: now) }
  }

  func location(at now: Duration) -> [UInt8] {
    var object = JSONObject()
    object.set("id", EventID(run: log.run, number: log.last).description)
    object.set("state", json: state(at: now))
    object.set("fix", json: fix(at: now))
    object.set("lastFix", json: lastFix(at: now))
    for (name, report) in view.reports.compactMap(named) { object.set(name, json: report) }
    object.set("variation", json: variation.document)
    for (name, json) in documents(at: now).present { object.set(name, json: json) }
    return object.closed + [0x0A]
  }

  /// Returns what is watched, as the answer to an order.
  func watchDocument(at now: Duration) -> [UInt8] {
    var object = JSONObject()
    for (name, json) in documents(at: now).present
    where ["anchor", "mob", "alerts"].contains("\(name)") {
      object.set(name, json: json)
    }
    object.set("problem", unkept?.text)
    return object.closed + [0x0A]
  }

  /// Returns the content of `/track.json`: the track, and accuracy and satellites of the last minutes.
  func trackDocument(at now: Duration) -> [UInt8] {
    let segments = track.segments.map { points in
      let pairs = points.map {
        "[\(String($0.latitude, decimals: 7)),\(String($0.longitude, decimals: 7))]"
      }
      return "[\(pairs.joined(separator: ","))]"
    }
    let present = clock.time(at: now)
    let entries = recent.entries.filter { present - $0.time <= RecentFixes.length }
    var object = JSONObject()
    object.set("id", EventID(run: log.run, number: log.last).description)
    object.set("segments", json: Array("[\(segments.joined(separator: ","))]".utf8))
    object.set("history", entries) { entry, member in
      if clock.recordedTime == nil {
        member.set("age", (present - entry.time) / .seconds(1), decimals: 1)
      } else {
        member.set("timestamp", isoTime: entry.time.nanoseconds)
      }
      member.set("horizontalAccuracy", entry.accuracy, decimals: 3)
      member.set("satellitesUsed", entry.satellites)
    }
    return object.closed + [0x0A]
  }

  private func state(at now: Duration) -> [UInt8] {
    var current = view.report
    current.secondsWaited = view.waited(at: now).map { $0 / .seconds(1) }
    var object = JSONObject()
    current.set(in: &object)
    if current.isReduced { object.set("accuracy", "reduced") }
    if view.isRecorded { object.set("recorded", true) }
    return object.closed
  }

  private func fix(at now: Duration) -> [UInt8]? { view.position.map { json($0, at: now) } }

  private func lastFix(at now: Duration) -> [UInt8]? {
    view.lastPosition.map { json($0, at: now) }
  }

  private func json(_ position: ReceiverView.Position, at now: Duration) -> [UInt8] {
    let age = max((now - position.arrival) / .seconds(1), 0)
    return json(.lastFix(position.fix, device: view.report.device, age: age))
  }

  /// Returns a report and its name; `nil` for one that browsers are not sent.
  private func named(_ report: ReceiverReport) -> (StaticString, [UInt8])? {
    report.name.map { ($0, json(.report(report))) }
  }

  /// Returns what the service would send for a message, without the line feed.
  private func json(_ message: ServiceMessage) -> [UInt8] {
    var bytes: [UInt8] = []
    message.append(to: &bytes)
    bytes.removeLast()
    return bytes
  }
}
