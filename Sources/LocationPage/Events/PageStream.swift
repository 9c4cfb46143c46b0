// Core Location for Linux. SPDX-License-Identifier: MIT

/// How far one browser has been told.
///
/// One write is under way at a time. A browser that does not keep up is told how it stands, and not what it missed.
struct PageStream {
  /// The last event that was written.
  private var told: EventID?
  /// Since when a write has been under way, on the monotonic clock; `nil` if there is none.
  private(set) var writingSince: Duration?

  /// The oldest event that is told as if it were new.
  static let longestDelay: Duration = .seconds(2)
  /// How long a browser may read nothing before it is given up.
  static let longestWrite: Duration = .seconds(60)

  /// - Parameter id: the last event that the browser has, from an earlier connection; `nil` if it has none.
  init(after id: EventID?) { told = id }

  private var hasBegun = false

  /// What is to be written now; `nil` if there is nothing, or a write is under way.
  mutating func begin(_ state: PageState, at now: Duration) -> [UInt8]? {
    guard writingSince == nil else { return nil }
    let bytes = hasBegun ? news(state, at: now) : beginning(state, at: now)
    told = EventID(run: state.log.run, number: state.log.last)
    hasBegun = true
    if bytes.isEmpty { return nil }
    writingSince = now
    return bytes
  }

  /// Something that only keeps the connection open; `nil` if a write is under way.
  mutating func beginComment(at now: Duration) -> [UInt8]? {
    guard writingSince == nil, hasBegun else { return nil }
    writingSince = now
    return Array(": still here\n\n".utf8)
  }

  /// What was begun has been written.
  mutating func drained() { writingSince = nil }

  /// Whether nothing has been read for so long that nobody is there.
  func isStuck(at now: Duration) -> Bool {
    writingSince.map { now - $0 > Self.longestWrite } ?? false
  }

  /// What was missed since the last connection, however old it is, if all of it is known.
  private func beginning(_ state: PageState, at now: Duration) -> [UInt8] {
    let events = told.flatMap { state.log.events(after: $0) }.map(Array.init)
    // Browsers try again a second after the connection has ended.
    return Array("retry: 1000\n\n".utf8)
      + (events ?? state.present(at: now)).flatMap(\.bytes)
  }

  private func news(_ state: PageState, at now: Duration) -> [UInt8] {
    guard let events = told.flatMap({ state.log.events(after: $0) }) else {
      return state.present(at: now).flatMap(\.bytes)
    }
    guard let oldest = events.first, now - oldest.time > Self.longestDelay else {
      return events.flatMap(\.bytes)
    }
    return state.present(at: now).flatMap(\.bytes)
  }
}
