// Core Location for Linux. SPDX-License-Identifier: MIT

/// Something that is sent to browsers as it happens: a server-sent event, as HTML defines it.
struct PageEvent: Hashable, Sendable {
  /// `state`, `lastFix`, the name of a report, or `resync`: the current state follows, and what was before is in the track.
  let kind: String
  /// Counted from 1; that of the newest event if this one only repeats what is known.
  let number: UInt64
  /// The time of the event on the monotonic clock.
  let time: Duration
  /// The bytes that are written to every browser.
  let bytes: [UInt8]

  /// - Parameter json: one object, without a line feed.
  init(_ kind: StaticString, _ number: UInt64, _ json: [UInt8], run: String, at time: Duration) {
    self.kind = "\(kind)"
    self.number = number
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
