// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS

/// When the fixes of a recording had warnings, and for how long.
package struct WarningEpisodes: Sendable {
  package struct Episode: Hashable, Sendable {
    package let warning: FixWarning
    package let first: FixTime?
    package var last: FixTime?
    package var fixCount = 1
  }

  /// The first episodes, in the order in which they began.
  package private(set) var episodes: [Episode] = []
  package private(set) var count = 0
  private var changes = WarningChanges()

  private static let most = 100

  package init() {}

  package mutating func add(_ fix: Fix) {
    let began = changes.received(fix.warnings)?.began ?? []
    for warning in fix.warnings.list {
      if began.contains(warning) {
        count += 1
        if episodes.count < Self.most {
          episodes.append(Episode(warning: warning, first: fix.time, last: fix.time))
        }
      } else if let index = episodes.lastIndex(where: { $0.warning == warning }), isKept(warning) {
        episodes[index].last = fix.time
        episodes[index].fixCount += 1
      }
    }
    for warning in began.list { kept[warning] = count <= Self.most }
  }

  /// Whether the present episode of a warning is among those kept.
  private var kept: [FixWarning: Bool] = [:]
  private func isKept(_ warning: FixWarning) -> Bool { kept[warning] ?? false }
}

extension WarningEpisodes.Episode {
  /// Seconds from the first fix to the last; `nil` if their times do not tell, such as after a clock was set back.
  package var seconds: Double? {
    guard let start = first?.nanosecondsSince1970, let end = last?.nanosecondsSince1970,
      end >= start
    else { return nil }
    return Double(end - start) / 1e9
  }
}
