// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183

/// The horizontal axis of profiles: time, or the distance travelled if the track has no times.
struct PlotAxis {
  let isDistance: Bool
  /// Seconds since the first fix, or meters.
  let range: ClosedRange<Double>
  /// Seconds from midnight to the first fix, and the date of that day.
  private let midnight: Double
  private let date: CivilDate?

  init(_ track: PlotTrack) {
    let times = track.samples.lazy.map(\.seconds)
    let (first, last) = (times.min() ?? 0, times.max() ?? 0)
    let length = track.samples.last?.distance ?? 0
    isDistance = last <= first && length > 0
    range = isDistance ? 0...length : first...max(last, first + 1)
    midnight = Double(track.start?.time.nanosecondsOfDay ?? 0) / 1e9
    date = track.start?.date
  }

  func value(_ sample: PlotSample) -> Double { isDistance ? sample.distance : sample.seconds }

  var marks: [(value: Double, text: String)] {
    let length = range.upperBound - range.lowerBound
    if isDistance {
      let step = NiceSteps.decimal(length, most: 8)
      return NiceSteps.marks(in: range, step: step).map { ($0, PlotNumber.distance($0)) }
    }
    let step = NiceSteps.time(length, most: 8)
    let clock = (range.lowerBound + midnight)...(range.upperBound + midnight)
    return NiceSteps.marks(in: clock, step: step).map { mark in
      (mark - midnight, step < 86_400 ? PlotNumber.clock(mark, withSeconds: step < 60) : day(mark))
    }
  }

  /// Returns the day that is a number of seconds after the first midnight.
  private func day(_ seconds: Double) -> String {
    let days = Int((seconds / 86_400).rounded(.down))
    guard let date else { return "day \(days + 1)" }
    return CivilDate(daysSince1970: date.daysSince1970 + days).description
  }
}
