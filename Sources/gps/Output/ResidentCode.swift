// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// The code of this program and its libraries that is in memory.
///
/// Reading options and finding types maps most of a statically linked program, and nothing of that is needed again.
enum ResidentCode {
  /// Lets go of all code; what runs on is mapped again as it is used, from where the system keeps the file.
  ///
  /// For commands that run for long. Only code is let go of, which is never written to: data would be lost.
  static func trim() {
    for line in (SystemTree().text("/proc/self/maps") ?? "").split(separator: "\n") {
      guard let range = codeRange(line) else { continue }
      madvise(UnsafeMutableRawPointer(bitPattern: range.lowerBound), range.count, MADV_DONTNEED)
    }
  }

  /// The addresses of a line of `/proc/self/maps`, if it is that of a file's code: `5581-55a0 r-xp … /usr/bin/gps`.
  static func codeRange(_ line: Substring) -> Range<UInt>? {
    let fields = line.split(separator: " ", maxSplits: 5)
    guard fields.count == 6, fields[1] == "r-xp", fields[5].drop(while: { $0 == " " }).first == "/"
    else { return nil }
    let ends = fields[0].split(separator: "-").map { UInt($0, radix: 16) }
    guard ends.count == 2, let start = ends[0], let end = ends[1], start < end else { return nil }
    return start..<end
  }
}
