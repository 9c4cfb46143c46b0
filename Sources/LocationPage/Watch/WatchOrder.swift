// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationGeometry
import LocationJSON

/// What a person orders on the page, read from a request.
enum WatchOrder: Hashable {
  enum AnchorPlace: Hashable {
    /// Where the boat is.
    case here
    /// Degrees north and east.
    case at(latitude: Double, longitude: Double)
    /// From the boat: degrees clockwise from true north, and meters.
    case off(bearing: Double, distance: Double)
  }

  /// A press of the button for a person overboard, perhaps some time ago, on a phone that could not reach this machine.
  struct Mark: Hashable {
    /// What the browser calls it, so that one that is sent twice counts once; `nil` for none.
    var id: String?
    var press = Press.now
    /// Where the boat was at the press, as the browser knew: degrees north and east, and how old that position was then,
    /// seconds; `nil` if it knew of none.
    var place: Place?

    enum Press: Hashable {
      case now
      /// Seconds ago, which needs no clock that is right.
      case ago(Double)
      /// Nanoseconds since 1970.
      case at(Int64)
    }

    struct Place: Hashable {
      var latitude: Double
      var longitude: Double
      var age = 0.0
    }
  }

  /// Sets the anchor watch, or changes it; without a radius, that stays.
  case drop(radius: Double?, AnchorPlace)
  case raise
  /// Marks where a person has gone overboard.
  case mark(Mark)
  case cancel
  case acknowledge(String)

  /// The least and the largest circle, meters.
  static let radii = 1.0...10_000.0
  /// How far the anchor may lie from the boat, meters.
  private static let offsets = 0.0...10_000.0
  /// How long ago a press may be, seconds; and how old the position was then, which may be that of the last season.
  private static let ages = (press: 0.0...604_800, position: 0.0...1e9)

  /// The methods that a path is written with; `nil` for a path that is only read.
  static func methods(of path: String) -> [String]? {
    switch path {
    case "/anchor": ["PUT", "DELETE"]
    case "/mob": ["POST", "DELETE"]
    default: alert(path) == nil ? nil : ["POST"]
    }
  }

  /// Returns the alert that a path of the form `/alerts/NAME/acknowledge` names; `nil` for any other path.
  private static func alert(_ path: String) -> String? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[0].isEmpty, parts[1] == "alerts", parts[3] == "acknowledge",
      parts[2].allSatisfy({ $0.isASCII && $0.isLetter }), !parts[2].isEmpty, parts[2].count <= 16
    else { return nil }
    return String(parts[2])
  }

  /// Reads an order whose path and method belong together.
  init(_ method: String, _ path: String, _ body: [UInt8]) throws(WatchRefusal) {
    let members = try Self.members(body)
    switch (path, method) {
    case ("/anchor", "PUT"): self = try .init(anchor: members)
    case ("/anchor", _): self = .raise
    case ("/mob", "POST"): self = .mark(try Self.mark(in: members))
    case ("/mob", _): self = .cancel
    default: self = .acknowledge(Self.alert(path) ?? "")
    }
  }

  private init(anchor members: JSONValue) throws(WatchRefusal) {
    let radius = try Self.number("radius", in: members, Self.radii)
    let latitude = try Self.number("latitude", in: members, -90...90)
    let longitude = try Self.number("longitude", in: members, -180...180)
    let bearing = try Self.number("bearing", in: members, 0...360)
    let offset = try Self.number("offset", in: members, Self.offsets)
    switch (latitude, longitude, bearing, offset) {
    case (nil, nil, nil, nil): self = .drop(radius: radius, .here)
    case (let latitude?, let longitude?, nil, nil):
      self = .drop(radius: radius, .at(latitude: latitude, longitude: longitude))
    case (nil, nil, let bearing?, let offset?):
      self = .drop(radius: radius, .off(bearing: bearing, distance: offset))
    default:
      throw WatchRefusal(
        400,
        "the anchor is at \"latitude\" and \"longitude\", at \"bearing\" and \"offset\", or here")
    }
  }

  private static func mark(in members: JSONValue) throws(WatchRefusal) -> Mark {
    var mark = Mark(place: try place(in: members))
    if let id = members["id"] {
      guard let text = id.string, text.utf8.count <= 64 else {
        throw WatchRefusal(400, "\"id\" must be a text of at most 64 bytes")
      }
      mark.id = text
    }
    if let age = try number("age", in: members, ages.press) {
      mark.press = .ago(age)
    } else if members["time"] != nil {
      guard let time = members.isoTime("time") else {
        throw WatchRefusal(400, "\"time\" must be a time such as 2026-11-28T03:12:00Z")
      }
      mark.press = .at(time)
    }
    return mark
  }

  private static func place(in members: JSONValue) throws(WatchRefusal) -> Mark.Place? {
    let latitude = try number("latitude", in: members, -90...90)
    let longitude = try number("longitude", in: members, -180...180)
    guard let latitude, let longitude else {
      guard latitude == nil, longitude == nil else {
        throw WatchRefusal(400, "a place has \"latitude\" and \"longitude\"")
      }
      return nil
    }
    let age = try number("positionAge", in: members, ages.position)
    return Mark.Place(latitude: latitude, longitude: longitude, age: age ?? 0)
  }

  private static func members(_ body: [UInt8]) throws(WatchRefusal) -> JSONValue {
    if body.isEmpty { return .object([:]) }
    guard let value = try? JSONReader.document(body, deepest: 2), case .object = value else {
      throw WatchRefusal(400, "the request must contain one JSON object")
    }
    return value
  }

  private static func number(
    _ name: String, in members: JSONValue, _ range: ClosedRange<Double>
  ) throws(WatchRefusal) -> Double? {
    guard let value = members[name] else { return nil }
    guard let number = value.number, range.contains(number) else {
      let (low, high) = (Int(range.lowerBound), Int(range.upperBound))
      throw WatchRefusal(400, "\"\(name)\" must be a number from \(low) to \(high)")
    }
    return number
  }
}

/// Why an order is not carried out: a status of HTTP, and one line for people.
struct WatchRefusal: Error, Hashable {
  let status: Int
  let reason: String

  init(_ status: Int, _ reason: String) { (self.status, self.reason) = (status, reason) }
}
