// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS

/// What a pipeline tells in one go, as it is passed on.
///
/// Each fix is written once, where it is passed on from: this is the way of every epoch.
struct News {
  /// What was there already, and then what the pipeline tells.
  private(set) var events: [ReceiverEvent]
  /// When it came, on the monotonic clock.
  let arrival: Duration
  /// Whether there is a position behind all of it.
  private(set) var hasFix: Bool
  /// Whether a position was found or lost.
  private(set) var isAboutFix = false
  /// How many satellites were last told of; `nil` if none were.
  private(set) var satellitesInView: Int?

  init(behind events: [ReceiverEvent], hasFix: Bool, at arrival: Duration) {
    self.events = events
    self.hasFix = hasFix
    self.arrival = arrival
  }

  /// Adds the last position before a program was asked; it is no fix of now.
  mutating func append(last fix: Fix, aged age: Duration) {
    events.append(.lastFix(fix, arrival: arrival - age))
  }

  /// Adds one more event; a fix that is lost already is not lost again.
  mutating func append(_ event: FixEvent) {
    switch event {
    case .fix(let fix):
      (hasFix, isAboutFix) = (true, true)
      events.append(.fix(fix, arrival: arrival))
    case .fixLost(let time):
      guard hasFix else { return }
      (hasFix, isAboutFix) = (false, true)
      events.append(.fixLost(time))
    case .satellites(let view):
      satellitesInView = view.count
      events.append(.satellites(view))
    case .heading(let heading):
      events.append(.heading(heading, arrival: arrival))
    case .errorStatistics(let statistics): events.append(.errorStatistics(statistics))
    case .defects(let defects): events.append(.defects(defects))
    }
  }
}
