// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationGeometry
import LocationJSON

/// Something that a person at the page should know, until it is over.
struct PageAlert: Hashable {
  enum Level: String { case caution, alarm }

  var name: Name
  var level: Level
  var isAcknowledged = false
  /// When it began, nanoseconds since 1970 by the machine's clock.
  var since: Int64
  /// One line for people.
  var text: String

  enum Name: String { case mob, anchor, anchorBlind, notKept, warning, lost, standby }

  func set(in object: inout JSONObject) {
    object.set("name", name.rawValue)
    object.set("level", level.rawValue)
    object.set("acknowledged", isAcknowledged)
    object.set("since", isoTime: since)
    object.set("text", text)
  }
}

extension BoatWatch {
  /// The alarms that are on, the most severe first.
  var alarms: [PageAlert] {
    var alarms: [PageAlert] = []
    if let overboard {
      alarms.append(
        PageAlert(
          name: .mob, level: .alarm, isAcknowledged: isOverboardAcknowledged, since: overboard.time,
          text: overboard.place == nil ? "Man overboard: no position to mark" : "Man overboard"))
    }
    if let alarm = anchor?.dragging, alarm.isOn {
      alarms.append(
        PageAlert(
          name: .anchor, level: .alarm, isAcknowledged: alarm.isAcknowledged, since: draggingSince,
          text: draggingText))
    }
    if let alarm = anchor?.blindness, alarm.isOn {
      alarms.append(
        PageAlert(
          name: .anchorBlind, level: .alarm, isAcknowledged: alarm.isAcknowledged,
          since: blindSince, text: Self.blindText))
    }
    return alarms
  }

  /// Returns the anchor watch as an object; `nil` while none is set.
  ///
  /// - Parameter hidesPlaces: whether this user may not know the location, and so no place near it.
  func anchorDocument(hidesPlaces: Bool) -> [UInt8]? {
    guard let anchor else { return nil }
    var object = JSONObject()
    if !hidesPlaces {
      object.set("latitude", anchor.circle.latitude, decimals: 7)
      object.set("longitude", anchor.circle.longitude, decimals: 7)
    }
    object.set("radius", anchor.circle.radius, decimals: 1, padded: false)
    if !hidesPlaces, let way = wayToAnchor {
      object.set("distance", way.distance, decimals: 1)
      object.set("bearing", way.roundedBearing, decimals: 1)
    }
    object.set("state", anchor.state.rawValue)
    if let worst = anchor.worst {
      object.set("worst") { object in
        object.set("distance", worst, decimals: 1)
        object.set("time", isoTime: worstTime)
      }
    }
    return object.closed
  }

  /// Returns the person overboard as an object; `nil` while there is none.
  func overboardDocument(hidesPlaces: Bool, at now: Duration) -> [UInt8]? {
    guard let overboard else { return nil }
    var object = JSONObject()
    object.set("time", isoTime: overboard.time)
    // A phone's clock may differ from this machine's.
    object.set("elapsed", Int(max(.zero, now - overboardSince).components.seconds))
    if !hidesPlaces, let place = overboard.place {
      object.set("latitude", place.latitude, decimals: 7)
      object.set("longitude", place.longitude, decimals: 7)
      object.set("positionTime", isoTime: place.time)
      if let way = wayToPerson {
        object.set("distance", way.distance, decimals: 1)
        object.set("bearing", way.roundedBearing, decimals: 1)
      }
    }
    return object.closed
  }
}

extension Geodesic.Path {
  /// The bearing, which a decimal does not round up to 360°.
  fileprivate var roundedBearing: Double? { bearing.map { $0 < 359.95 ? $0 : 0 } }
}
