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

/// Something that is sent to browsers as it happens: a server-sent event, as HTML defines it.
struct PageEvent: Hashable, Sendable {
  /// `state`, `lastFix`, the name of a report, or `resync`: the current state follows, and what was before is in the track.
  let kind: String
  /// The time of the event on the monotonic clock.
  let time: Duration
  /// The bytes that are written to every browser.
  let bytes: [UInt8]

  /// - Parameters:
  ///   - number: counted from 1; that of the newest event if this one only repeats what is known.
  ///   - json: one object, without a line feed.
  init(_ kind: StaticString, _ number: UInt64, _ json: [UInt8], run: String, at time: Duration) {
    self.kind = "\(kind)"
    self.time = time
    bytes =
      Array("id: \(EventID(run: run, number: number))\nevent: \(kind)\ndata: ".utf8) + json
      + Array("\n\n".utf8)
  }
}

/// The identifier of an event, unique across runs of the program: `5f3a09c1-27`.
struct EventID: Hashable, Sendable, CustomStringConvertible {
  let run: String
  let number: UInt64

  var description: String { "\(run)-\(number)" }
}

extension EventID {
  /// Reads the `Last-Event-ID` that a browser sends; `nil` for anything else.
  init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = UInt64(parts[1]) else { return nil }
    self.init(run: String(parts[0]), number: number)
  }
}
