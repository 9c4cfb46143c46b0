// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationJSON

/// The name of a recording, from which the names of its files are derived if there are several.
///
/// `logs/track.nmea.gz` gives `logs/track-20250615T120000Z.nmea.gz`.
package struct RecordingName: Hashable, Sendable {
  /// The path as given.
  package let path: String
  /// The directory, including the trailing slash; empty for the current one.
  package let folder: String
  private let stem: String
  /// Including the period; empty if there is none.
  private let suffix: String

  package init(_ path: String) {
    self.path = path
    let bytes = Array(path.utf8)
    let start = bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
    func period(before end: Int) -> Int {
      // A period at the start makes a file hidden and does not begin a suffix.
      guard end > start + 1 else { return end }
      return bytes[start + 1..<end].lastIndex(of: UInt8(ascii: ".")) ?? end
    }
    var end = period(before: bytes.count)
    if text(end..<bytes.count) == ".gz" { end = period(before: end) }
    folder = text(0..<start)
    stem = text(start..<end)
    suffix = text(end..<bytes.count)
  }

  package var isCompressed: Bool { suffix.hasSuffix(".gz") }

  package var isStandardOutput: Bool { path == "-" }

  /// - Parameters:
  ///   - time: milliseconds since 1970; written in UTC, to the second.
  ///   - attempt: 1, or more if a file of that name already exists.
  package func file(at time: Int64, attempt: Int = 1) -> String {
    let moment = String(FixTime(nanosecondsSince1970: time * 1_000_000))
    let stamp = moment.prefix { $0 != "." }.filter { !"-:".contains($0) }
    let number = attempt > 1 ? "_\(attempt)" : ""
    return "\(folder)\(stem)-\(stamp)Z\(number)\(suffix)"
  }
}

extension RecordingName {
  /// Returns the order of a file in the recording, earlier times first; `nil` if it is not one of the recording's.
  ///
  /// Compares bytes, as the kernel does: Swift considers some names of different files equal.
  func order(ofFile file: String) -> (time: String, attempt: Int)? {
    let (name, start, end) = (file.utf8, (stem + "-").utf8, suffix.utf8)
    guard name.count >= start.count + end.count, name.starts(with: start),
      name.suffix(end.count).elementsEqual(end),
      let middle = String(name.dropFirst(start.count).dropLast(end.count)),
      middle.utf8.allSatisfy({ $0 < 0x80 }),
      let match = middle.wholeMatch(of: /([0-9]{8}T[0-9]{6}Z)(?:_([0-9]{1,4}))?/)
    else { return nil }
    return (String(match.1), match.2.flatMap { Int($0) } ?? 1)
  }
}

package enum RecordingRotation: Hashable, Sendable {
  case never
  /// Before a file exceeds a number of bytes.
  case size(Int)
  /// At every full hour of UTC.
  case hourly

  /// Returns whether two times, in milliseconds since 1970, belong in different files.
  func separates(_ first: Int64, _ second: Int64) -> Bool {
    let hour: Int64 = 3_600_000
    return self == .hourly
      && first - first.remainder(dividingBy: hour) != second - second.remainder(dividingBy: hour)
  }
}

extension FixedWidthInteger {
  /// Returns the remainder of a division, which is never negative.
  fileprivate func remainder(dividingBy divisor: Self) -> Self {
    let rest = self % divisor
    return rest < 0 ? rest + divisor : rest
  }
}
