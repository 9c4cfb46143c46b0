// Core Location for Linux. SPDX-License-Identifier: MIT
#if Publishing
  import GNSS
  import LocationPublishing

  /// What has come and is not in the store yet: the track of some seconds, and everything while the disk is full.
  struct HeldPositions {
    private(set) var reports: [PositionReport] = []
    private(set) var track: [Fix] = []
    /// How many reports and fixes of the track there was no room for.
    private(set) var lost = 0

    /// How much of each is held: of reports a day, at one every ten seconds.
    private static let most = 8640

    var isEmpty: Bool { reports.isEmpty && track.isEmpty }

    /// How many would be lost with the program.
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
