// Core Location for Linux. SPDX-License-Identifier: MIT

/// The last events, so that a browser that was away for a while misses none.
struct EventLog {
  /// What tells the numbers of this run of the program from those of another.
  let run: String
  /// The number of the newest event; 0 before the first.
  private(set) var last: UInt64 = 0
  /// The oldest first.
  private var events: [PageEvent] = []

  /// How many events are kept at least: some minutes of a receiver that reports once a second.
  static let kept = 1024

  init(run: String) { self.run = run }

  mutating func append(_ kind: PageEvent.Kind, _ json: [UInt8], at now: Duration) {
    last += 1
    events.append(PageEvent(kind, last, json, run: run, at: now))
    if events.count >= 2 * Self.kept { events.removeFirst(events.count - Self.kept) }
  }

  /// Forgets all events: nobody may know any more what was in them.
  mutating func clear() { events = [] }

  /// An event that only repeats what is known.
  func repeated(_ kind: PageEvent.Kind, _ json: [UInt8], at now: Duration) -> PageEvent {
    PageEvent(kind, last, json, run: run, at: now)
  }

  /// The events after one, the oldest first; `nil` if some of them are not kept any more, or it is none of this run.
  func events(after id: EventID) -> ArraySlice<PageEvent>? {
    guard id.run == run, id.number <= last else { return nil }
    let missing = last - id.number
    guard missing <= UInt64(events.count) else { return nil }
    return events.suffix(Int(missing))
  }
}
