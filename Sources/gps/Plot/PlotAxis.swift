// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import Glibc
import LocationJSON
import LocationPage
import NMEA0183

/// The horizontal axis of profiles: time, or the distance travelled if the track has no times.
struct PlotAxis {
  let isDistance: Bool
  /// Seconds since the first fix, or meters.
  let range: ClosedRange<Double>
  /// Seconds from midnight to the first fix, and the date of that day.
  private let midnight: Double
  private let date: CivilDate?
  private let units: UnitSystem

  init(_ track: PlotTrack, in units: UnitSystem = .metric) {
    self.units = units
    let times = track.samples.lazy.map(\.seconds)
    let (first, last) = (times.min() ?? 0, times.max() ?? 0)
    let length = track.samples.lazy.map(\.distance).max() ?? 0
    isDistance = last <= first && length > 0
    range = isDistance ? 0...length : first...max(last, first + 1)
    midnight = Double(track.start?.time.nanosecondsOfDay ?? 0) / 1e9
    date = track.start?.date
  }

  func value(_ sample: PlotSample) -> Double { isDistance ? sample.distance : sample.seconds }

  var marks: [(value: Double, text: String)] {
    let length = range.upperBound - range.lowerBound
    if isDistance {
      let unit = units.unit(for: length)
      let far = range.lowerBound / unit.size...range.upperBound / unit.size
      let step = NiceSteps.decimal(length / unit.size, most: 8)
      return NiceSteps.marks(in: far, step: step).map {
        ($0 * unit.size, "\(PlotNumber.text($0, decimals: 3)) \(unit.name)")
      }
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

/// Readable steps between the marks of axes.
enum NiceSteps {
  /// Returns 1, 2 or 5 times a power of ten, such that there are at most `count` steps.
  static func decimal(_ length: Double, most count: Double) -> Double {
    guard length > 0 else { return 1 }
    let power = pow(10, (log10(length / count)).rounded(.down))
    return [1, 2, 5, 10].map { $0 * power }.first { length / $0 <= count } ?? 10 * power
  }

  /// Returns the greatest of 1, 2 or 5 times a power of ten that does not exceed a length.
  static func below(_ length: Double) -> Double {
    let power = pow(10, log10(length).rounded(.down))
    return [10, 5, 2, 1].map { $0 * power }.first { $0 <= length } ?? power
  }

  /// Returns seconds that divide minutes, hours and days.
  static func time(_ length: Double, most count: Double) -> Double {
    let steps: [Double] = [
      1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400,
    ]
    return steps.first { length / $0 <= count } ?? 86_400 * decimal(length / 86_400, most: count)
  }

  /// Returns degrees that divide degrees, minutes and seconds.
  static func degrees(_ length: Double, most count: Double) -> Double {
    let seconds: [Double] = [1, 2, 5, 10, 15, 20, 30]
    let steps =
      [0.01, 0.02, 0.05, 0.1, 0.2, 0.5].map { $0 / 3600 } + seconds.map { $0 / 3600 }
      + seconds.map { $0 / 60 } + [1, 2, 5, 10, 15, 20, 30, 45]
    return steps.first { length / $0 <= count } ?? 90
  }

  static func marks(in range: ClosedRange<Double>, step: Double) -> [Double] {
    let first = (range.lowerBound / step - 1e-9).rounded(.up)
    let last = (range.upperBound / step + 1e-9).rounded(.down)
    guard first <= last, last - first < 1000 else { return [] }
    return stride(from: first, through: last, by: 1).map { $0 * step }
  }
}

/// The text form of numbers and times in a picture.
enum PlotNumber {
  /// Formats a number with a true minus sign and without trailing zeros.
  static func text(_ value: Double, decimals: Int) -> String {
    let text = String(value.magnitude, decimals: decimals)
    return value < 0 && text != "0" ? "−" + text : text
  }

  /// Returns the decimals needed to distinguish values that differ by this much: centimeters below a meter.
  static func decimals(_ length: Double) -> Int { length < 1 ? 2 : length < 20 ? 1 : 0 }

  /// Formats the time of day at a number of seconds since midnight, which may be on another day.
  static func clock(_ seconds: Double, withSeconds: Bool) -> String {
    let whole = Int(seconds.rounded())
    let second = whole - Int((Double(whole) / 86_400).rounded(.down)) * 86_400
    let minutes = "\(padded(second / 3600)):\(padded(second / 60 % 60))"
    return withSeconds ? "\(minutes):\(padded(second % 60))" : minutes
  }
}
