// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GNSSReceiver
import LocationJSON
import ServiceProtocol

/// What the page knows about the receiver: a value that is given events and the times of their arrival.
struct PageState {
  /// A position and its arrival on the monotonic clock.
  private struct Position {
    var fix: Fix
    var arrival: Duration
  }

  private(set) var log: EventLog
  private var report = StateReport(nil)
  /// The current position; `nil` without a fix.
  private var position: Position?
  /// The last position before the fix was lost; `nil` while there is a fix.
  private var lastPosition: Position?
  private var satellites: SatellitesInView?
  private var heading: Heading?
  private var track = PageTrack()
  private var recent = RecentFixes()
  /// When the wait for a fix began; `nil` while there is a fix.
  private var waitingSince: Duration?

  /// - Parameters:
  ///   - run: distinguishes the events of this run of the program from those of another.
  ///   - now: the start of the wait for a fix, on the monotonic clock.
  init(run: String, at now: Duration) {
    log = EventLog(run: run)
    waitingSince = now
  }

  // MARK: Input

  mutating func received(_ event: ReceiverEvent, at now: Duration) {
    switch event {
    case .status(let status): received(StateReport(status.current), at: now)
    case .fix(let fix, let arrival):
      (position, lastPosition) = (Position(fix: fix, arrival: arrival), nil)
      track.received(fix)
      recent.received(fix, at: arrival)
      log.append(.fix, json(.fix(fix, device: report.device, age: nil)), at: now)
    case .lastFix(let fix, let arrival):
      guard position == nil else { return }
      lastPosition = Position(fix: fix, arrival: arrival)
      if let json = lastFix(at: now) { log.append(.lastFix, json, at: now) }
    case .fixLost(let time): loseFix(at: time, now)
    case .satellites(let view):
      satellites = view
      log.append(.satellites, json(.satellites(view)), at: now)
    case .heading(let heading, _):
      self.heading = heading
      log.append(.heading, json(.heading(heading)), at: now)
    case .errorStatistics, .defects, .bytes: break
    }
  }

  private mutating func received(_ new: StateReport, at now: Duration) {
    guard new != report || log.last == 0 else { return }
    let hasFix = new.code == .fix
    report = new
    waitingSince = hasFix ? nil : waitingSince ?? now
    if new.state == "denied" { forgetPlaces(at: now) }
    log.append(.state, state(at: now), at: now)
    if !hasFix { loseFix(at: nil, now) }
    guard ![.fix, .waitingForFix, .ended].contains(new.code) else { return }
    // Satellites and headings of a disconnected receiver are no longer known.
    if let view = satellites, view.count > 0 {
      received(.satellites(SatellitesInView([], used: SatelliteSet())), at: now)
    }
    heading = nil
  }

  /// Clears all positions: a client that may not know the location now must not learn past ones here.
  private mutating func forgetPlaces(at now: Duration) {
    (position, lastPosition, satellites, heading) = (nil, nil, nil, nil)
    (track, recent) = (PageTrack(), RecentFixes())
    log.clear()
    log.append(.resync, JSONObject(class: "resync").closed, at: now)
  }

  private mutating func loseFix(at time: FixTime?, _ now: Duration) {
    guard let position else { return }
    (self.position, lastPosition) = (nil, position)
    track.interrupt()
    waitingSince = waitingSince ?? now
    log.append(.fixLost, json(.fixLost(time)), at: now)
  }

  // MARK: Output

  /// Returns events that describe the current state, for a browser that knows nothing of it.
  func present(at now: Duration) -> [PageEvent] {
    var parts: [(PageEvent.Kind, [UInt8])] = [
      (.resync, JSONObject(class: "resync").closed), (.state, state(at: now)),
    ]
    if let fix = fix(at: now) { parts.append((.fix, fix)) }
    if let last = lastFix(at: now) { parts.append((.lastFix, last)) }
    if let satellites { parts.append((.satellites, json(.satellites(satellites)))) }
    if let heading { parts.append((.heading, json(.heading(heading)))) }
    return parts.map { log.repeated($0, $1, at: now) }
  }

  /// Returns the content of `/location.json`: the current state as one object.
  func location(at now: Duration) -> [UInt8] {
    var object = JSONObject()
    object.set("id", EventID(run: log.run, number: log.last).description)
    object.set("state", json: state(at: now))
    object.set("fix", json: fix(at: now))
    object.set("lastFix", json: lastFix(at: now))
    object.set("satellites", json: satellites.map { json(.satellites($0)) })
    object.set("heading", json: heading.map { json(.heading($0)) })
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
    var object = JSONObject()
    object.set("id", EventID(run: log.run, number: log.last).description)
    object.set("segments", json: Array("[\(segments.joined(separator: ","))]".utf8))
    object.set(
      "history",
      recent.entries.filter { now - $0.arrival <= RecentFixes.length }.map { entry in
        var member = JSONObject()
        member.set("age", (now - entry.arrival) / .seconds(1), decimals: 1)
        member.set("horizontalAccuracy", entry.accuracy, decimals: 3)
        member.set("satellitesUsed", entry.satellites)
        return member
      })
    return object.closed + [0x0A]
  }

  private func state(at now: Duration) -> [UInt8] {
    var current = report
    current.secondsWaited = waitingSince.map { (now - $0) / .seconds(1) }
    var object = JSONObject()
    object.add(membersOf: json(.state(current)))
    if current.isReduced { object.set("accuracy", "reduced") }
    return object.closed
  }

  private func fix(at now: Duration) -> [UInt8]? { position.map { json($0, at: now) } }

  private func lastFix(at now: Duration) -> [UInt8]? { lastPosition.map { json($0, at: now) } }

  private func json(_ position: Position, at now: Duration) -> [UInt8] {
    let age = max((now - position.arrival) / .seconds(1), 0)
    return json(.fix(position.fix, device: report.device, age: age))
  }

  /// Returns what the service would send for a message, without the line feed.
  private func json(_ message: ServiceMessage) -> [UInt8] {
    var bytes: [UInt8] = []
    message.append(to: &bytes)
    bytes.removeLast()
    return bytes
  }
}
