// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS

struct FixOccasion: Occasion {
  private var hasFix = false

  mutating func received(_ fix: Fix, at time: Double, arrival: Duration) -> Occurrence? {
    defer { hasFix = true }
    return hasFix ? nil : Occurrence(event: "fix", fix: fix)
  }

  mutating func fixLost(at now: Duration) -> Occurrence? {
    hasFix = false
    return nil
  }
}
