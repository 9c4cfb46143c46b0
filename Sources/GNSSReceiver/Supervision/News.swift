// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS

/// What a pipeline reports in one call, ready to be passed on.
///
/// Each fix is written once, directly to where it is passed on from, since every epoch takes this path.
struct News {
  /// The events that were there before, followed by those of the pipeline.
  private(set) var events: [ReceiverEvent]
  /// When they arrived, on the monotonic clock.
  let arrival: Duration
  /// Whether there is a fix after all of these events.
  private(set) var hasFix: Bool
  /// Whether a position was found or lost.
  private(set) var isAboutFix = false
  /// The number of satellites last reported; `nil` if none was.
  private(set) var satellitesInView: Int?

  init(behind events: [ReceiverEvent], hasFix: Bool, at arrival: Duration) {
    self.events = events
    self.hasFix = hasFix
    self.arrival = arrival
  }

  /// Adds the last position before the connection to a program; it is not a present fix.
  mutating func append(last fix: Fix, aged age: Duration) {
    events.append(.lastFix(fix, arrival: arrival - age))
  }

  /// Adds one event; a loss is dropped if there is no fix.
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
