// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS

struct LossOccasion: Occasion {
  private let grace: Double
  private var last: (fix: Fix, time: Double)?
  /// When the loss counts, on the monotonic clock; `nil` while there is a fix, and once it has counted.
  private(set) var due: Duration?

  init(grace: Double) { self.grace = grace }

  mutating func received(_ fix: Fix, at time: Double) -> Occurrence? {
    defer { (last, due) = ((fix, time), nil) }
    // A recording that is replayed fast: the time passes in its fixes.
    guard due != nil, let last, time - last.time >= grace else { return nil }
    return elapsed()
  }

  mutating func fixLost(at now: Duration) -> Occurrence? {
    guard last != nil else { return nil }
    due = now + .seconds(grace)
    return grace <= 0 ? elapsed() : nil
  }

  mutating func elapsed() -> Occurrence? {
    due = nil
    return last.map { Occurrence(event: "lost", fix: $0.fix) }
  }
}
