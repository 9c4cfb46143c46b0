// Core Location for Linux. SPDX-License-Identifier: MIT

package import NMEA0183

/// Reads the times that a receiver's line contains, as they come, for a caller that relates them to the bytes' arrival.
///
/// It decides nothing: whether an instant has a date and a valid fix is in the ``Fix`` about it.
package struct InstantReader: Sendable {
  /// What a sentence or a frame says about the time.
  package enum Statement: Hashable, Sendable {
    /// An instant, nanoseconds of the day in UTC.
    case instant(Int64)
    /// Whether the receiver knows UTC to the second, leap seconds included; sentences do not say so.
    case isResolved(Bool)
    /// The next leap second, or the last one; `nil` if the receiver does not know.
    case leapSecond(LeapSecond?)
  }

  private var reader = LineReader()
  private var frames = FrameReaders()

  package init() {}

  package mutating func read(_ bytes: RawSpan, _ body: (Statement) -> Void) {
    var frames = FrameReaders()
    swap(&frames, &self.frames)
    defer { swap(&frames, &self.frames) }
    reader.read(
      bytes, dropped: { _ in },
      frame: { kind, frame in frames.read(kind, frame) { report, _ in Self.pass(report, body) } },
      other: { address, fields in
        frames.read(address, fields) { report, _ in Self.pass(report, body) }
      },
      { message in
        if let time = message.time { body(.instant(time.nanosecondsOfDay)) }
      })
  }

  private static func pass(_ report: FrameReport, _ body: (Statement) -> Void) {
    switch report {
    case .instant(let instant):
      if let time = instant.time { body(.instant(time.nanosecondsOfDay)) }
    case .endOfInstant(let time), .date(_, let time): body(.instant(time.nanosecondsOfDay))
    case .isTimeResolved(let isResolved): body(.isResolved(isResolved))
    case .leapSecond(let leapSecond): body(.leapSecond(leapSecond))
    // When it came says nothing about an instant that was held back.
    case .belatedInstant, .satellites, .satellitesInView, .satellitesUsed, .signals, .heading,
      .magneticVariation, .jamming, .spoofing, .antenna:
      break
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
