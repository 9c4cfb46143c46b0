// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSS
import GPSTool
import Glibc
import LinuxSystem
import NMEA0183

/// Waits until a fix is due, by the times in the recording.
struct Pace {
  private let factor: Double?
  private var last: (recorded: Int64, due: Int64)?

  init(_ speed: ReplaySpeed) {
    factor = if case .times(let factor) = speed { factor } else { nil }
  }

  /// Waits; a step back in time, or of a day or more, passes without waiting, and so does a fix without a time.
  mutating func wait(for time: FixTime?) {
    guard let factor, let time else { return }
    let recorded = time.nanosecondsSince1970 ?? time.time.nanosecondsOfDay
    let now = monotonicNanoseconds()
    defer { last = last ?? (recorded, now) }
    guard let last else { return }
    let step = recorded - last.recorded
    guard step > 0, step < 86_400_000_000_000 else {
      self.last = (recorded, now)
      return
    }
    let due = last.due + Int64(Double(step) / factor)
    self.last = (recorded, due)
    var nothing: [pollfd] = []
    _ = LinuxSystem.wait(for: &nothing, untilNanoseconds: due)
  }
}
