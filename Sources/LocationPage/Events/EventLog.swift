// Core Location for Linux. SPDX-License-Identifier: MIT

/// The last events, so that a browser that was away for a while misses none.
struct EventLog {
  /// The name of this run of the program, which distinguishes its event numbers from those of another.
  let run: String
  /// The number of the newest event; 0 before the first.
  private(set) var last: UInt64 = 0
  /// The oldest first.
  private var events: [PageEvent] = []

  /// The least number of events kept: some minutes of a receiver that reports once a second.
  static let kept = 1024

  init(run: String) { self.run = run }

  mutating func append(_ kind: StaticString, _ json: [UInt8], at now: Duration) {
    last += 1
    events.append(PageEvent(kind, last, json, run: run, at: now))
    if events.count >= 2 * Self.kept { events.removeFirst(events.count - Self.kept) }
  }

  /// Drops all events, because no client may learn their content any more.
  mutating func clear() { events = [] }

  /// Returns an event that only repeats what is known.
  func repeated(_ kind: StaticString, _ json: [UInt8], at now: Duration) -> PageEvent {
    PageEvent(kind, last, json, run: run, at: now)
  }

  /// Returns the events after the given one, the oldest first; `nil` if it is of another run, or not all are kept.
  func events(after id: EventID) -> ArraySlice<PageEvent>? {
    guard id.run == run, id.number <= last else { return nil }
    let missing = last - id.number
    guard missing <= UInt64(events.count) else { return nil }
    return events.suffix(Int(missing))
  }
}
