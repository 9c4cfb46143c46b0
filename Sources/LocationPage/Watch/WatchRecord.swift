// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationGeometry
import LocationJSON

/// What a restart must not lose of a ``BoatWatch``, and its form in a file.
struct WatchRecord: Hashable {
  struct Anchor: Hashable {
    var circle: Circle
    var dragging: LatchedAlarm
    /// When the alarm began, nanoseconds since 1970.
    var draggingSince: Int64
    var blindness: LatchedAlarm
    var blindSince: Int64
    /// The greatest distance of the boat that has been outside, meters, and when that was.
    var worst: Double?
    var worstTime: Int64?
  }

  var anchor: Anchor?
  var overboard: Overboard?
  var isOverboardAcknowledged = false
  /// Whether the file had a part that this program cannot have written, which is missing here.
  private(set) var isDamaged = false

  /// The format of this version.
  private static let version = 1
  /// The most bytes of a file.
  static let longest = 1 << 14
}

extension WatchRecord {
  var bytes: [UInt8] {
    var object = JSONObject()
    object.set("version", Self.version)
    if let anchor {
      object.set("anchor") { object in
        object.set("latitude", anchor.circle.latitude, decimals: 9)
        object.set("longitude", anchor.circle.longitude, decimals: 9)
        object.set("radius", anchor.circle.radius, decimals: 3)
        object.set("worst", anchor.worst, decimals: 1)
        object.set("worstTime", isoTime: anchor.worstTime)
        object.set("dragging") { $0.set(anchor.dragging, since: anchor.draggingSince) }
        object.set("blind") { $0.set(anchor.blindness, since: anchor.blindSince) }
      }
    }
    if let overboard {
      object.set("mob") { object in
        object.set("time", isoTime: overboard.time)
        object.set("latitude", overboard.place?.latitude, decimals: 9)
        object.set("longitude", overboard.place?.longitude, decimals: 9)
        object.set("positionTime", isoTime: overboard.place?.time)
        object.set("acknowledged", isOverboardAcknowledged)
      }
    }
    return object.closed + [0x0A]
  }

  /// Reads a file; `nil` if this program cannot have written it.
  ///
  /// Of two parts, one that is damaged does not take the other with it.
  init?(_ bytes: [UInt8]) {
    guard let value = try? JSONReader.document(bytes, deepest: 4),
      value["version"]?.integer == Self.version
    else { return nil }
    anchor = value["anchor"].flatMap { Anchor($0) }
    isDamaged = value["anchor"] != nil && anchor == nil
    if let mob = value["mob"] {
      guard let time = mob.isoTime("time") else {
        isDamaged = true
        return
      }
      let place = Circle.place(in: mob).map {
        Overboard.Place(
          latitude: $0.latitude, longitude: $0.longitude,
          time: mob.isoTime("positionTime"))
      }
      overboard = Overboard(at: place, time: time)
      isOverboardAcknowledged = mob["acknowledged"]?.bool == true
    }
  }
}

extension WatchRecord.Anchor {
  /// Meters to the other side of the Earth.
  private static let distances = 0.0...20_037_509

  fileprivate init?(_ value: JSONValue) {
    guard let place = Circle.place(in: value), let radius = value["radius"]?.number,
      WatchOrder.radii.contains(radius)
    else { return nil }
    self.init(
      circle: Circle(latitude: place.latitude, longitude: place.longitude, radius: radius),
      dragging: LatchedAlarm(value["dragging"]),
      draggingSince: value["dragging"]?.isoTime("since") ?? 0,
      blindness: LatchedAlarm(value["blind"]),
      blindSince: value["blind"]?.isoTime("since") ?? 0,
      worst: value.number("worst", in: Self.distances),
      worstTime: value.isoTime("worstTime"))
  }
}

extension Circle {
  fileprivate static func place(in value: JSONValue) -> (latitude: Double, longitude: Double)? {
    guard let latitude = value["latitude"]?.number, let longitude = value["longitude"]?.number,
      abs(latitude) <= 90, abs(longitude) <= 180
    else { return nil }
    return (latitude, longitude)
  }
}

extension LatchedAlarm {
  fileprivate init(_ value: JSONValue?) {
    self.init(
      isOn: value?["on"]?.bool == true, isPresent: value?["present"]?.bool == true,
      isAcknowledged: value?["acknowledged"]?.bool == true)
  }
}

extension JSONObject {
  fileprivate mutating func set(_ alarm: LatchedAlarm, since: Int64) {
    set("on", alarm.isOn)
    guard alarm.isOn else { return }
    set("present", alarm.isPresent)
    set("acknowledged", alarm.isAcknowledged)
    set("since", isoTime: since)
  }

  /// Sets an instant in nanoseconds since 1970, to the millisecond; sets nothing if it is `nil`.
  mutating func set(_ name: StaticString, isoTime time: Int64?) {
    set(name, time.map { String(FixTime(nanosecondsSince1970: $0 / 1_000_000 * 1_000_000)) })
  }
}

extension JSONValue {
  /// Returns a member that is a date and a time, nanoseconds since 1970; `nil` for anything else.
  func isoTime(_ name: String) -> Int64? {
    self[name]?.string.flatMap { FixTime(text: $0)?.nanosecondsSince1970 }
  }
}
