// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSS
import GPSTool
import LinuxSystem
import TrackFiles

/// A time given as an option, UTC unless it names an offset: `2025-06-15T08:01:30Z`, `2025-06-15 08:01`, `2025-06-15`.
struct TimeArgument: FormedArgument {
  static let form =
    "a time or a day from 1908 to 2199, such as 2025-06-15T08:01:30Z or 2025-06-15"

  /// The time; for a day, its beginning.
  let start: UTCDateTime
  /// Nanoseconds since 1970 at which it begins.
  let first: Int64
  private let isDay: Bool
  private let hasOffset: Bool

  init?(text argument: String) {
    // What is missing is zero.
    let endings = ["", "Z", ":00Z", "T00:00:00Z"]
    guard let ending = endings.first(where: { UTCDateTime(argument + $0) != nil }),
      let start = UTCDateTime(argument + ending),
      let first = FixTime(date: start.date, time: start.time).nanosecondsSince1970
    else { return nil }
    (self.start, self.first) = (start, first)
    isDay = ending == endings.last
    hasOffset = ending.isEmpty
  }

  /// Nanoseconds since 1970 at which it ends: for a day, that is the end of the day.
  var last: Int64 { isDay ? first + 86_399_999_999_999 : first }

  /// Returns when it begins if clocks show the time of a zone, unless it names an offset.
  func first(in zone: LocalTimeZone?) -> Int64 {
    guard let zone, !hasOffset else { return first }
    let seconds = Int(first / 1_000_000_000)
    let moment =
      isDay ? Int(zone.start(ofDay: start.date.daysSince1970)) : zone.moment(of: seconds)
    return Int64(moment) * 1_000_000_000 + first % 1_000_000_000
  }

  func last(in zone: LocalTimeZone?) -> Int64 {
    guard let zone, isDay else { return isDay ? last : first(in: zone) }
    return Int64(zone.start(ofDay: start.date.daysSince1970 + 1)) * 1_000_000_000 - 1
  }
}

/// Values given as one option, separated by commas; upper and lower case are the same.
struct CommaList<Element: RawRepresentable & CaseIterable & Sendable>: FormedArgument,
  Sendable
where Element.RawValue == String {
  static var form: String {
    Element.allCases.map(\.rawValue).joined(separator: ",") + ", or some of them"
  }

  let elements: [Element]

  init(_ elements: [Element]) { self.elements = elements }

  init?(text argument: String) {
    let names = argument.split(separator: ",", omittingEmptySubsequences: false)
    elements = names.compactMap { name in
      Element.allCases.first { $0.rawValue.lowercased() == name.lowercased() }
    }
    guard elements.count == names.count else { return nil }
  }

  var defaultValueDescription: String {
    elements.isEmpty ? "none" : elements.map(\.rawValue).joined(separator: ",")
  }
}
