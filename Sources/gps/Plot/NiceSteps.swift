// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

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
