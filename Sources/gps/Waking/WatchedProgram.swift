// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationAuthorization
import LocationGeometry

/// What is watched for one application: a value that is given its files and fixes, and returns what happened.
///
/// It compares where the device is with what the application knows. So no event is lost or repeated if this process or the
/// application ends between detection and notification.
struct WatchedProgram: Sendable {
  let registration: WakeRegistration
  private(set) var memory: WatchMemory
  /// The events of which the application has not been notified, the oldest first.
  private(set) var pending: [WakeFolder.Stored] = []
  private var circles: [WatchedCircle: CircleTracker] = [:]
  /// Whether the memory has to be stored.
  private(set) var hasNews = false

  init(_ registration: WakeRegistration, _ memory: WatchMemory) {
    (self.registration, self.memory) = (registration, memory)
  }

  var isEmpty: Bool {
    circles.isEmpty && !registration.significantChanges && !registration.visits
  }

  var watched: [WatchedCircle] { Array(circles.keys) }

  mutating func stored() { hasNews = false }

  /// Takes over another program's state, because the application has registered again.
  func renewed(_ registration: WakeRegistration) -> WatchedProgram {
    guard registration != self.registration else { return self }
    var new = WatchedProgram(registration, memory)
    new.circles = circles
    new.pending = pending
    return new
  }

  /// Takes over what the application knows: its files, and the events that it will receive.
  mutating func update(_ kept: [WatchedCircle], pending: [WakeFolder.Stored]) {
    self.pending = pending
    var new: [WatchedCircle: CircleTracker] = [:]
    for circle in kept {
      var circle = circle
      for event in pending { circle.side = circle.side(after: event.event) ?? circle.side }
      // A known circle continues with what has been noticed since.
      new[circle] =
        circles[circle]
        ?? CircleTracker(
          circle.area, side: memory.sides[WatchMemory.name(of: circle)] ?? circle.side)
    }
    circles = new
    let names = Set(new.keys.map(WatchMemory.name))
    memory.sides = memory.sides.filter { names.contains($0.key) }
  }

  /// Processes a fix, and returns what the application does not know.
  ///
  /// A crossing is returned with every fix until the application has been notified, or it is pending; a change or a
  /// visit once.
  mutating func received(_ location: StoredLocation) -> [WakeEvent] {
    let (place, time) = ((location.latitude, location.longitude), location.seconds)
    var events: [WakeEvent] = []
    for circle in circles.keys {
      _ = circles[circle]?.received(
        latitude: place.0, longitude: place.1, accuracy: location.horizontalAccuracy, at: time)
      if let side = circles[circle]?.side, let event = news(of: circle, side, location) {
        events.append(event)
      }
    }
    if registration.significantChanges {
      let isFirst = memory.change.isEmpty
      if memory.change.passes(
        latitude: place.0, longitude: place.1, accuracy: location.horizontalAccuracy, at: time)
      {
        hasNews = true
        if !isFirst { events.append(WakeEvent(.significantChange, at: location)) }
      }
    }
    if registration.visits,
      let stay = memory.stays.received(
        latitude: place.0, longitude: place.1, accuracy: location.horizontalAccuracy, at: time)
    {
      hasNews = true
      events.append(WakeEvent(.visit(stay), at: location))
    }
    return events
  }

  /// Returns the event of a circle's side that the application does not know; `nil` if that is no event for it.
  private mutating func news(
    of circle: WatchedCircle, _ side: CircleTracker.Side, _ location: StoredLocation
  ) -> WakeEvent? {
    let name = WatchMemory.name(of: circle)
    let known = memory.sides[name] ?? circle.side
    guard side != known else { return nil }
    if circle.notifies(of: side), known != nil || circle.reportsFirstSide {
      return circle.event(side, at: location)
    }
    // The first side is no crossing, and not every crossing is reported; it is stored, so that the next one is noticed.
    (memory.sides[name], hasNews) = (side, true)
    return nil
  }

  /// Returns the circle that an event is about, as the application knew it.
  func circle(of event: WakeEvent) -> WatchedCircle? {
    circles.keys.first { $0.side(after: event) != nil }
  }

  /// Notes that an event is pending, by which the application will know the side.
  mutating func added(_ event: WakeEvent) {
    guard let circle = circle(of: event) else { return }
    if memory.sides.removeValue(forKey: WatchMemory.name(of: circle)) != nil { hasNews = true }
  }
}

extension StoredLocation {
  /// Seconds since 1970, by the receiver's clock.
  var seconds: Double { Double(time) / 1e9 }
}

/// What `gps wake` knows about the place on behalf of one application, as it is stored: the application does not know it yet.
struct WatchMemory: Hashable, Sendable, Codable {
  /// The sides to which the device got without an event for the application, by ``name(of:)``.
  var sides: [String: CircleTracker.Side] = [:]
  var change = SignificantChange()
  var stays = StayDetector()

  /// Returns a name that another circle does not have, nor this one once the application knows more.
  static func name(of circle: WatchedCircle) -> String {
    let area = circle.area
    return
      "\(circle.name) \(area.latitude) \(area.longitude) \(area.radius) \(circle.side?.rawValue ?? "")"
  }

  /// Brings it up to the events that are stored: `gps wake` may have been killed before it stored this.
  mutating func catchUp(with events: [WakeEvent]) {
    if let event = events.last(where: { $0.kind == .significantChange }) {
      let location = event.location
      _ = change.passes(
        latitude: location.latitude, longitude: location.longitude,
        accuracy: location.horizontalAccuracy, at: location.seconds)
    }
    let visits = events.compactMap { if case .visit(let stay) = $0.kind { stay } else { nil } }
    if let stay = visits.last, stays.isStaying != (stay.departure == nil) {
      stays = StayDetector(continuing: stay.departure == nil ? stay : nil)
    }
  }
}
