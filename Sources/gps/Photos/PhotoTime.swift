// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LinuxSystem
import LocationJSON
import NMEA0183
import TrackFiles

struct PhotoTime: Hashable {
  /// Nanoseconds since 1970, as if the clock showed UTC.
  var clock: Int64
  /// How far the clock is ahead of UTC, seconds; `nil` if the photo does not say so.
  var offset: Int?

  static let tags = [
    "SubSecDateTimeOriginal", "DateTimeOriginal", "OffsetTimeOriginal", "OffsetTime", "CreateDate",
  ]

  /// Reads the tags of a photo; `nil` if it has no date.
  init?(_ tags: JSONValue) {
    let texts = ["SubSecDateTimeOriginal", "DateTimeOriginal", "CreateDate"].lazy
      .compactMap { tags[$0]?.string }
    guard let time = texts.compactMap(PhotoTime.init(text:)).first else { return nil }
    self = time
    for name in ["OffsetTimeOriginal", "OffsetTime"] where offset == nil {
      offset = tags[name]?.string.flatMap(Self.seconds)
    }
  }

  /// Reads `2025:06:15 08:00:00.12+02:00`, with or without decimals and offset.
  init?(text: String) {
    let halves = text.split(separator: " ", maxSplits: 1)
    guard text.utf8.count < 60, halves.count == 2,
      let date = CivilDate(description: halves[0].replacing(":", with: "-")),
      (1970..<2100).contains(date.year)
    else { return nil }
    let zone = halves[1].firstIndex { "Zz+-".contains($0) } ?? halves[1].endIndex
    guard let time = UTCTime(description: halves[1][..<zone]), time.second < 60,
      let clock = FixTime(date: date, time: time).nanosecondsSince1970
    else { return nil }
    self.clock = clock
    offset = Self.seconds(String(halves[1][zone...]))
  }

  /// Reads `Z`, `+hh:mm` or `-hh:mm` as seconds; `nil` for anything else.
  private static func seconds(_ text: String) -> Int? {
    let noon = 43_200.0
    return UTCDateTime("1970-01-01T12:00:00\(text)").map { Int(noon - $0.seconds) }
  }

  /// Returns the moment in UTC, nanoseconds since 1970, and how it is known.
  ///
  /// - Parameter ahead: how far the camera's clock is ahead of UTC, seconds; `nil` for what the photo says, or else for
  ///   the zone of this machine.
  func moment(ahead: Double?) -> (time: Int64, reason: String) {
    if let ahead {
      let direction = ahead < 0 ? "behind" : "ahead of"
      return (
        clock - Int64((ahead * 1e9).rounded()),
        "the camera \(String(ahead.magnitude, decimals: 3)) s \(direction) UTC"
      )
    }
    if let offset {
      return (
        clock - Int64(offset) * 1_000_000_000, "its own offset, \(Self.text(offset))"
      )
    }
    let local = Int((Double(clock) / 1e9).rounded(.down))
    let moment = LocalTimeZone().moment(of: local)
    return (
      clock - Int64(local - moment) * 1_000_000_000,
      "this machine's time zone, \(Self.text(local - moment))"
    )
  }

  private static func text(_ offset: Int) -> String {
    let minutes = offset.magnitude / 60
    return "\(offset < 0 ? "-" : "+")\(padded(minutes / 60)):\(padded(minutes % 60))"
  }
}
