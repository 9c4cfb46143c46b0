// Core Location for Linux. SPDX-License-Identifier: MIT
#if Publishing
  import GNSS
  import LocationPublishing

  /// Positions that are not in the store yet: a few seconds of track, and everything while the disk is full.
  struct HeldPositions {
    private(set) var reports: [PositionReport] = []
    private(set) var track: [Fix] = []
    /// The number of reports and fixes dropped for lack of room.
    private(set) var lost = 0

    /// The most reports, and the most fixes, that are held: a day of reports at one every ten seconds.
    private static let most = 8640

    var isEmpty: Bool { reports.isEmpty && track.isEmpty }

    /// The number that would be lost if the program ended.
    var count: Int { reports.count + track.count + lost }

    mutating func append(_ reports: [PositionReport], track: [Fix]) {
      self.reports += reports
      self.track += track
      let excess = (
        reports: max(0, self.reports.count - Self.most), track: max(0, self.track.count - Self.most)
      )
      self.reports.removeFirst(excess.reports)
      self.track.removeFirst(excess.track)
      lost += excess.reports + excess.track
    }
  }
#endif
