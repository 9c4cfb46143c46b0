// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// A time zone of the system's database.
///
/// The C library knows one zone at a time: the one that was chosen last in this process.
package struct LocalTimeZone: Sendable {
  /// Its name, such as `Europe/Paris`; `nil` for that of the machine.
  package let name: String?

  /// The zone of the machine, or of the environment.
  package init() {
    name = nil
    tzset()
  }

  /// Chooses a zone for this process, before other threads are started.
  ///
  /// - Returns: `nil` if the database, Debian's `tzdata`, has no such zone.
  package init?(named name: String) {
    // The C library takes a name that it does not know for UTC, and any file for a zone; those are less than 4 KB.
    let isName =
      name.utf8.allSatisfy { $0.isLetterOrDigit || "/_-+".utf8.contains($0) }
      && !name.contains("..")
    guard isName, name.first?.isLetter ?? false,
      name == "UTC"
        || (try? WholeFile.read("/usr/share/zoneinfo/\(name)", limit: 1 << 16))?
          .starts(with: "TZif".utf8) == true
    else { return nil }
    self.name = name
    setenv("TZ", name == "UTC" ? "UTC0" : ":\(name)", 1)
    tzset()
  }

  /// Returns how many seconds its clocks are ahead of UTC.
  ///
  /// - Parameter time: seconds since 1970.
  package func offset(at time: Int) -> Int {
    var (seconds, parts) = (time_t(time), tm())
    return localtime_r(&seconds, &parts) == nil ? 0 : parts.tm_gmtoff
  }

  /// Returns the day of a moment, as days since 1 January 1970.
  ///
  /// - Parameter time: seconds since 1970.
  package func day(at time: Double) -> Int {
    let second = Int(time.rounded(.down))
    let local = second + offset(at: second)
    return local >= 0 ? local / 86_400 : (local - 86_399) / 86_400
  }

  /// Returns the moment at which a day begins, seconds since 1970; also where clocks skip midnight.
  ///
  /// - Parameter day: days since 1 January 1970.
  package func start(ofDay day: Int) -> Double {
    // No zone is more than 15 h from UTC.
    var (before, after) = (day * 86_400 - 54_000, day * 86_400 + 54_000)
    while after - before > 1 {
      let middle = (before + after) / 2
      if self.day(at: Double(middle)) < day { before = middle } else { after = middle }
    }
    return Double(after)
  }

  /// Returns the moment at which clocks show a time: the first one if they show it twice.
  ///
  /// - Parameter local: the time, as seconds from 1 January 1970 in local time.
  package func moment(of local: Int) -> Int {
    // Offsets before and after a change that may be near.
    let offsets = [offset(at: local - 54_000), offset(at: local + 54_000)]
    let moments = offsets.map { local - $0 }
    return moments.sorted().first { $0 + offset(at: $0) == local } ?? moments[0]
  }
}
