// Core Location for Linux. SPDX-License-Identifier: MIT

package import NMEA0183
import UBX

/// Reads the times that a receiver's line contains, as they come, for a caller that relates them to the bytes' arrival.
///
/// It decides nothing: whether an instant has a date and a valid fix is in the ``Fix`` about it.
package struct InstantReader: Sendable {
  /// What a sentence or a frame says about the time.
  package enum Statement: Hashable, Sendable {
    /// An instant, nanoseconds of the day in UTC.
    case instant(Int64)
    /// Whether the receiver knows UTC to the second, leap seconds included; only frames say so.
    case isResolved(Bool)
    /// The next leap second, or the last one; `nil` if the receiver does not know.
    case leapSecond(LeapSecond?)
  }

  private var reader = LineReader()
  private var clock = WeekClock()

  package init() {}

  package mutating func read(_ bytes: RawSpan, _ body: (Statement) -> Void) {
    var clock = clock
    reader.read(
      bytes, dropped: { _ in },
      frame: { kind, payload in Self.read(kind, payload, &clock, body) },
      { message in
        if let time = message.time { body(.instant(time.nanosecondsOfDay)) }
      })
    self.clock = clock
  }

  private static func read(
    _ kind: FrameKind, _ payload: RawSpan, _ clock: inout WeekClock, _ body: (Statement) -> Void
  ) {
    guard let message = kind.message(payload) else { return }
    switch message {
    case let pvt as NAVPVT:
      _ = clock.learn(from: pvt)
      body(.isResolved(pvt.isFullyResolved))
    case let utc as NAVTIMEUTC: _ = clock.learn(from: utc)
    case let gps as NAVTIMEGPS:
      clock.learn(week: gps.week, at: gps.timeOfWeek)
      clock.learn(leapSeconds: gps.leapSeconds.map(Int64.init))
      body(.isResolved(gps.leapSeconds != nil))
    case let leap as NAVTIMELS:
      clock.learn(leapSeconds: leap.leapSeconds.map(Int64.init))
      body(.leapSecond(LeapSecond(leap)))
    case let sol as NAVSOL: clock.learn(week: sol.week, at: sol.timeOfWeek)
    default: break
    }
    if let navigation = message as? any NavigationMessage,
      let time = clock.time(of: navigation.timeOfWeek)
    {
      body(.instant(time.nanosecondsOfDay))
    }
  }
}

package struct LeapSecond: Hashable, Sendable {
  /// 1 if a second is inserted, −1 if one is deleted.
  package var change: Int
  /// Seconds until then; negative if it has passed.
  package var secondsToChange: Int

  package init(change: Int, secondsToChange: Int) {
    (self.change, self.secondsToChange) = (change, secondsToChange)
  }

  init?(_ message: NAVTIMELS) {
    guard let change = message.change, let seconds = message.secondsToChange else { return nil }
    self.init(change: Int(change), secondsToChange: Int(seconds))
  }
}

extension Message {
  /// The time of day in a sentence about an instant; `nil` if it has none.
  package var time: UTCTime? {
    switch self {
    case .rmc(let message): message.time
    case .gga(let message): message.time
    case .zda(let message): message.time
    case .gns(let message): message.time
    case .gll(let message): message.time
    case .gst(let message): message.time
    case .gbs(let message): message.time
    case .pubx00(let message): message.time
    case .ptnlggk(let message): message.time
    default: nil
    }
  }
}
