// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationJSON

/// The objects of OwnTracks (owntracks.org/booklet/tech/json).
///
/// Numbers are integers but for the coordinate, speeds are in km/h, and what is zero is left out, as in OwnTracks'
/// own.
package enum OwnTracks {
  /// Where it is.
  ///
  /// - Parameter topic: contained in it where no topic of MQTT says whose it is.
  /// - Returns: `nil` without a date.
  package static func location(_ report: PositionReport, topic: String? = nil) -> [UInt8]? {
    guard let time = report.secondsSince1970 else { return nil }
    let fix = report.fix
    var object = JSONObject()
    object.set("_type", "location")
    setPlace(of: report, in: &object)
    object.set("alt", nonzero(fix.altitude?.rounded()))
    object.set("vac", accuracy(fix.verticalAccuracy))
    object.set("vel", nonzero(fix.speed.map { ($0 * 3.6).rounded() }))
    // What would be rounded up to 360 is north, and north is 0.
    object.set("cog", nonzero(fix.course.map { $0.rounded().truncatingRemainder(dividingBy: 360) }))
    object.set("t", trigger(report.occasion))
    object.set("tid", identifier(report.device))
    object.set("tst", time)
    object.set("topic", topic)
    return object.closed
  }

  /// A region was entered or left; `nil` on another occasion, and without a date.
  ///
  /// `wtst`, when the region was defined, is not known to us and required: it is the time of the event.
  package static func transition(_ report: PositionReport, topic: String? = nil) -> [UInt8]? {
    guard let time = report.secondsSince1970, let region = report.occasion.region else {
      return nil
    }
    var object = JSONObject()
    object.set("_type", "transition")
    if case .entered = report.occasion {
      object.set("event", "enter")
    } else {
      object.set("event", "leave")
    }
    object.set("desc", region)
    setPlace(of: report, in: &object)
    object.set("t", "c")
    object.set("tid", identifier(report.device))
    object.set("tst", time)
    object.set("wtst", time)
    object.set("topic", topic)
    return object.closed
  }

  /// What the broker publishes when the connection is lost.
  ///
  /// - Parameter time: when it was made, by this machine's clock, seconds since 1970.
  package static func lastWill(time: Int) -> [UInt8] {
    var object = JSONObject()
    object.set("_type", "lwt")
    object.set("tst", time)
    return object.closed
  }

  /// The two characters that stand on the map: the last two of the device's name.
  package static func identifier(_ device: String) -> String { String(device.suffix(2)) }

  /// Seven decimals are a centimeter.
  private static func setPlace(of report: PositionReport, in object: inout JSONObject) {
    object.set("lat", report.fix.latitude, decimals: 7)
    object.set("lon", report.fix.longitude, decimals: 7)
    object.set("acc", accuracy(report.fix.horizontalAccuracy))
  }

  /// Rounded up: never better than it is, and never a zero, which would mean unknown.
  private static func accuracy(_ meters: Double?) -> Int? { nonzero(meters?.rounded(.up)) }

  private static func nonzero(_ number: Double?) -> Int? {
    number.flatMap { Int(exactly: $0) }.flatMap { $0 == 0 ? nil : $0 }
  }

  /// Timer, circular region; of the others, OwnTracks has none that fits.
  private static func trigger(_ occasion: PositionReport.Occasion) -> String? {
    switch occasion {
    case .time: "t"
    case .entered, .left: "c"
    case .start, .distance, .turn, .lost, .regained: nil
    }
  }
}
