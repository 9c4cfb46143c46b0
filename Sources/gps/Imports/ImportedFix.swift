// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LinuxSystem
import TrackFiles

extension Fix {
  /// Creates a fix from what a file says, with accuracies in meters, 68 %; `nil`, with the reason added, unless it has a place
  /// on Earth and a time.
  init?(
    at time: FixTime?, latitude: Double?, longitude: Double?, accuracy: Double? = nil,
    vertical: Double? = nil, _ leftOut: inout LeftOut
  ) {
    guard let latitude, let longitude, (-90...90).contains(latitude),
      (-180...180).contains(longitude)
    else {
      leftOut.add(LeftOut.noPlace)
      return nil
    }
    // To the end of 2199.
    guard let time, let date = time.date, (0..<84_006).contains(date.daysSince1970) else {
      leftOut.add(LeftOut.noTime)
      return nil
    }
    self.init(time: time, latitude: latitude, longitude: longitude)
    if let accuracy, accuracy > 0, accuracy < 1e8 {
      (horizontalAccuracy, horizontalAccuracySource) = (accuracy, .assumed)
    }
    if let vertical, (0.001...100_000).contains(vertical) {
      (verticalAccuracy, verticalAccuracySource) = (vertical, .assumed)
    }
  }
}

extension Fix {
  /// Returns whether a track can contain it; otherwise, the reason is added.
  func canBeKept(_ leftOut: inout LeftOut) -> Bool {
    Fix(at: time, latitude: latitude, longitude: longitude, &leftOut) != nil
  }
}

extension FixTime {
  /// Creates the time that is a number of seconds after the beginning of 1970; `nil` if no fix can be as old or as new.
  init?(secondsSince1970 seconds: Double?) {
    guard let seconds, seconds.magnitude < 9e9 else { return nil }
    // To the microsecond, which is what a track distinguishes.
    self.init(nanosecondsSince1970: Int64((seconds * 1e6).rounded()) * 1000)
  }

  /// Creates the time in a text with date, time and zone (RFC 3339); `nil` for anything else.
  init?(withZone text: String?) {
    guard let text, text.utf8.count <= 40, let moment = UTCDateTime(text) else { return nil }
    self.init(date: moment.date, time: moment.time)
  }
}
