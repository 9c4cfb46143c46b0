// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LinuxSystem
import LocationJSON
package import TrackStore

/// The objects of OwnTracks (owntracks.org/booklet/tech/json).
///
/// Numbers are integers except for the coordinates, speeds are in km/h, and zeros are omitted, as in OwnTracks' own objects.
package enum OwnTracks {
  /// Returns the template of the topics to which a user's devices publish.
  static func topic(user: String?) -> String { "owntracks/\(level(user ?? "gps"))/{device}" }

  /// Returns a topic with the name of the device in the place of `{device}`.
  static func topic(_ template: String, of device: String) -> String {
    template.replacing("{device}", with: level(device))
  }

  /// Returns a name as one level of a topic, with the characters escaped that have a meaning in MQTT.
  private static func level(_ name: String) -> String {
    name.unicodeScalars.reduce(into: "") { result, scalar in
      if scalar.value < 0x20 || scalar.value == 0x7F || "/+#%".unicodeScalars.contains(scalar) {
        result += FileName.escape(UInt8(scalar.value))
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }

  /// Returns the object of a position.
  ///
  /// - Parameter topic: included where no MQTT topic identifies the device.
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
    // A course that rounds to 360 is north, which is 0.
    object.set("cog", nonzero(fix.course.map { $0.rounded().truncatingRemainder(dividingBy: 360) }))
    object.set("t", trigger(report.occasion))
    object.set("tid", identifier(report.device))
    object.set("tst", time)
    object.set("topic", topic)
    return object.closed
  }

  /// Returns the object for a region that was entered or left, or for what the page watches; `nil` on other occasions, and without
  /// a date.
  ///
  /// The circle of the anchor counts as a region, which is left when the anchor drags, or nobody knows.
  /// `wtst`, the time at which the region was defined, is required but not known here: it is set to the time of the event.
  package static func transition(_ report: PositionReport, topic: String? = nil) -> [UInt8]? {
    guard let time = report.secondsSince1970, let (isEntered, name) = crossing(report.occasion)
    else { return nil }
    var object = JSONObject()
    object.set("_type", "transition")
    object.set("event", isEntered ? "enter" : "leave")
    object.set("desc", name)
    setPlace(of: report, in: &object)
    object.set("t", "c")
    object.set("tid", identifier(report.device))
    object.set("tst", time)
    object.set("wtst", time)
    object.set("topic", topic)
    return object.closed
  }

  private static func crossing(
    _ occasion: PositionReport.Occasion
  ) -> (isEntered: Bool, name: String)? {
    switch occasion {
    case .entered(let region): (true, region)
    case .left(let region): (false, region)
    case .anchor("watching"): (true, "anchor")
    case .anchor("dragging"): (false, "anchor")
    case .anchor("blind"): (false, "anchor (position unknown)")
    case .overboard(let isOn): (isOn, "man overboard")
    case .start, .distance, .time, .turn, .lost, .regained, .anchor: nil
    }
  }

  /// Returns the object that the broker publishes when the connection is lost.
  ///
  /// - Parameter time: the time at which it was made, by this machine's clock, seconds since 1970.
  package static func lastWill(time: Int) -> [UInt8] {
    var object = JSONObject()
    object.set("_type", "lwt")
    object.set("tst", time)
    return object.closed
  }

  /// Returns the two characters that appear on the map: the last two of the device's name.
  package static func identifier(_ device: String) -> String { String(device.suffix(2)) }

  /// Sets the coordinates with seven decimals, which resolve a centimeter, and the accuracy.
  private static func setPlace(of report: PositionReport, in object: inout JSONObject) {
    object.set("lat", report.fix.latitude, decimals: 7)
    object.set("lon", report.fix.longitude, decimals: 7)
    object.set("acc", accuracy(report.fix.horizontalAccuracy))
  }

  /// Returns an accuracy rounded up: never better than the actual one, and never zero, which would mean unknown.
  private static func accuracy(_ meters: Double?) -> Int? { nonzero(meters?.rounded(.up)) }

  private static func nonzero(_ number: Double?) -> Int? {
    number.flatMap { Int(exactly: $0) }.flatMap { $0 == 0 ? nil : $0 }
  }

  /// Returns the trigger "timer" or "circular region"; OwnTracks has none that fits the other occasions.
  private static func trigger(_ occasion: PositionReport.Occasion) -> String? {
    switch occasion {
    case .time: "t"
    case .entered, .left, .anchor, .overboard: "c"
    case .start, .distance, .turn, .lost, .regained: nil
    }
  }
}
