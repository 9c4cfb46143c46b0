// Core Location for Linux. SPDX-License-Identifier: MIT

/// The progress of one browser through the events.
///
/// One write is under way at a time. A browser that does not keep up is sent the current state instead of what it missed.
struct PageStream {
  private var told: EventID?
  /// When the write that is under way began, on the monotonic clock; `nil` if there is none.
  private(set) var writingSince: Duration?
  /// When the last write began.
  private var lastWrite: Duration = .zero

  /// The greatest age of an event that is sent as news; after a longer delay, the current state is sent instead.
  static let longestDelay: Duration = .seconds(2)
  /// How long a write may take before the connection is closed.
  static let longestWrite: Duration = .seconds(60)
  /// How long nothing may be written; a little less than the second after which a comment is due.
  static let silence: Duration = .milliseconds(900)

  /// - Parameter id: the last event that the browser received over an earlier connection; `nil` if none.
  init(after id: EventID?) { told = id }

  private var hasBegun = false

  /// Returns what to write now; `nil` if there is nothing to write, or a write is under way.
  mutating func begin(_ state: PageState, at now: Duration) -> [UInt8]? {
    guard writingSince == nil else { return nil }
    // Tells the browser to reconnect one second after the connection ends.
    let start = hasBegun ? [] : Array("retry: 1000\n\n".utf8)
    let bytes = start + (missed(state, at: now) ?? state.present(at: now)).flatMap(\.bytes)
    told = EventID(run: state.log.run, number: state.log.last)
    hasBegun = true
    if bytes.isEmpty { return nil }
    (writingSince, lastWrite) = (now, now)
    return bytes
  }

  /// Returns a comment that only shows that the connection works; `nil` if something else was written lately.
  mutating func beginComment(at now: Duration) -> [UInt8]? {
    guard writingSince == nil, hasBegun, now - lastWrite >= Self.silence else { return nil }
    (writingSince, lastWrite) = (now, now)
    return Array(": still here\n\n".utf8)
  }

  /// Ends the write that is under way: its bytes have been written.
  mutating func drained() { writingSince = nil }

  /// Whether a write has been under way for so long that the browser must be gone.
  func isStuck(at now: Duration) -> Bool {
    writingSince.map { now - $0 > Self.longestWrite } ?? false
  }

  /// Returns what the browser has not been sent, however old if that was between two connections; `nil` if not all of it is
  /// known, or it is too old.
  private func missed(_ state: PageState, at now: Duration) -> [PageEvent]? {
    guard let events = told.flatMap({ state.log.events(after: $0) }) else { return nil }
    if hasBegun, let oldest = events.first, now - oldest.time > Self.longestDelay { return nil }
    return Array(events)
  }
}
