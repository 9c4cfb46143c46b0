// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationJSON

/// Something that `gps on` waits for: a value that is given fixes and losses, and their times.
protocol Trigger {
  /// Processes a fix, and returns what has happened with it.
  ///
  /// - Parameters:
  ///   - time: seconds on a clock that passes as the fixes' own times do.
  ///   - arrival: when it arrived, on the monotonic clock.
  mutating func received(_ fix: Fix, at time: Double, arrival: Duration) -> TriggerEvent?

  /// Processes the loss of the fix, on the monotonic clock.
  mutating func fixLost(at now: Duration) -> TriggerEvent?

  /// When to call ``elapsed()``, on the monotonic clock; `nil` for never.
  var due: Duration? { get }

  /// Processes that ``due`` has passed.
  mutating func elapsed() -> TriggerEvent?

  /// The worst accuracy of a fix that it can use, meters.
  var worstAccuracy: Double { get }

  /// What it has begun to watch, for people; `nil` if there is nothing to say.
  var notice: String? { get }
}

extension Trigger {
  mutating func fixLost(at now: Duration) -> TriggerEvent? { nil }
  var due: Duration? { nil }
  mutating func elapsed() -> TriggerEvent? { nil }
  var worstAccuracy: Double { .infinity }
  var notice: String? { nil }
}

/// What happened when a trigger fired: the environment of a command.
struct TriggerEvent {
  /// `enter`, `leave`, `fix`, `lost`, `warning`, `trusted`, `move`, `anchor` or `mob`.
  var name: String
  /// The fix with which it happened; for a loss, the last one, and `nil` if there was none.
  var fix: Fix?
  var region: String?
  /// What a page alarms of: `dragging`, `blind` or `mob`.
  var alarm: String?
  /// Of the circle around an anchor, meters.
  var radius: Double?
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
      ("GPS_RADIUS", radius, 1),
    ]
    let warnings = fix?.warnings.list.map(\.name).joined(separator: " ") ?? ""
    var result: [String: String?] = [
      "GPS_EVENT": name, "GPS_ALARM": alarm, "GPS_REGION": region, "GPS_DEVICE": device,
      "GPS_TIME": fix?.time.flatMap { $0.date == nil ? nil : String($0) },
      "GPS_WARNINGS": warnings.isEmpty ? nil : warnings,
    ]
    for (name, value, decimals) in numbers {
      result[name] = .some(value.map { String($0, decimals: decimals) })
    }
    return result
  }
}

/// A clock that passes as the dated fixes' own times do, and as time does between fixes that have no date.
struct PassingTime {
  private var last: (nanoseconds: Int64?, arrival: Duration)?
  private var elapsed = 0.0

  /// Returns the time of a fix, seconds since the first; less than before if the receiver's clock was set back.
  mutating func time(of fix: Fix, arrivedAt arrival: Duration) -> Double {
    let nanoseconds = fix.time?.nanosecondsSince1970
    if let last {
      if let nanoseconds, let before = last.nanoseconds {
        elapsed += (Double(nanoseconds) - Double(before)) / 1e9
      } else {
        elapsed += (arrival - last.arrival) / .seconds(1)
      }
    }
    last = (nanoseconds, arrival)
    return elapsed
  }
}
