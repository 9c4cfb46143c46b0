// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationJSON

/// Something for which a command is run.
struct Occurrence {
  /// The name of the event: `enter`, `leave`, `fix`, `lost` or `move`.
  var event: String
  /// The fix with which it happened; for a loss, the last one, and `nil` if there was none.
  var fix: Fix?
  var region: String?
  /// Meters from the place that was left.
  var distance: Double?
  /// The receiver's name, a path or an address.
  var device: String?

  /// The command's environment variables; `nil` for those that have no value, which it must not inherit either.
  var variables: [String: String?] {
    let numbers: [(name: String, value: Double?, decimals: Int)] = [
      ("GPS_LATITUDE", fix?.latitude, 10), ("GPS_LONGITUDE", fix?.longitude, 10),
      ("GPS_ALTITUDE", fix?.altitude, 4), ("GPS_SPEED", fix?.speed, 4),
      ("GPS_COURSE", fix?.course, 4), ("GPS_HORIZONTAL_ACCURACY", fix?.horizontalAccuracy, 3),
      ("GPS_VERTICAL_ACCURACY", fix?.verticalAccuracy, 3), ("GPS_DISTANCE", distance, 1),
    ]
    let warnings = fix?.warnings.list.map(\.name).joined(separator: " ") ?? ""
    var result: [String: String?] = [
      "GPS_EVENT": event, "GPS_REGION": region, "GPS_DEVICE": device,
      "GPS_TIME": fix?.time.flatMap { $0.date == nil ? nil : String($0) },
      "GPS_WARNINGS": warnings.isEmpty ? nil : warnings,
    ]
    for (name, value, decimals) in numbers {
      result[name] = .some(value.map { String($0, decimals: decimals) })
    }
    return result
  }
}
