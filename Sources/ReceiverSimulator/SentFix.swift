// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS

/// A fix rounded to the decimals that are sent.
struct SentFix {
  /// Degrees, north positive.
  let latitude: Double
  /// Degrees, east positive.
  let longitude: Double
  /// Meters above mean sea level.
  let altitude: Double
  let speedKnots: Double
  let speedKilometersPerHour: Double
  /// Degrees, `0..<360`; `nil` if the receiver is too slow to tell.
  let course: Double?
  let hdop: Double
  let vdop: Double
  let pdop: Double

  /// Creates the fix that the receiver has measured; `nil` while it has none.
  init?(_ epoch: SimulatedEpoch, _ configuration: SimulatedReceiver.Configuration) {
    guard let geometry = epoch.geometry else { return nil }
    let position = epoch.measured.position
    let decimals = configuration.minuteDecimals
    latitude = Self.degrees(position.latitude, minuteDecimals: decimals)
    longitude = Self.degrees(position.longitude, minuteDecimals: decimals)
    altitude = position.altitude.rounded(decimals: decimals >= 6 ? 3 : 1)
    let speed = epoch.measured.speed
    speedKnots = (speed * 3600 / 1852).rounded(decimals: 3)
    speedKilometersPerHour = (speed * 3.6).rounded(decimals: 3)
    course =
      speed > 0 && speed >= configuration.courseFloor
      ? epoch.measured.course.rounded(decimals: 2).direction : nil
    hdop = geometry.horizontal.rounded(decimals: 2)
    vdop = geometry.vertical.rounded(decimals: 2)
    pdop = geometry.position.rounded(decimals: 2)
  }

  /// Returns the coordinate rounded to a number of decimals of its minutes.
  private static func degrees(_ degrees: Double, minuteDecimals: Int) -> Double {
    var scale = 60.0
    for _ in 0..<minuteDecimals { scale *= 10 }
    return (degrees * scale).rounded() / scale
  }
}
