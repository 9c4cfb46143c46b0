// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import TrackStore

extension PositionReport {
  /// Returns `count` positions, one second apart from 2026-11-22 12:00:00 UTC (1795348800), each a little further north.
  static func samples(_ count: Int, device: String = "boat", from first: Int = 0) -> [Self] {
    (first..<first + count).map { index in
      let time = FixTime(nanosecondsSince1970: Int64(1_795_348_800 + index) * 1_000_000_000)
      var fix = Fix(time: time, latitude: 47 + Double(index) * 0.0001, longitude: 9.5)
      fix.horizontalAccuracy = 4
      return PositionReport(device: device, fix: fix, occasion: .distance)
    }
  }
}
