// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LinuxSystem
import LocationJSON
import NMEA0183

/// `Timeline.json`, which Google's phones export since 2024: Android's and the iPhone's.
///
/// What the phone measured comes first. Places that were derived from it, minutes apart, are used where it is missing:
/// Android keeps measurements for some weeks only, and the iPhone's file has none. Where the file can be read only once,
/// everything is used.
struct GoogleTimeline: ElementImporter {
  static let name = "Google's Timeline"

  private enum Pass { case measured, derived, all }

  private var pass = Pass.measured
  var elements = JSONElements()
  var counts = LeftOut()
  /// The times of the measurements, in seconds, with gaps of up to ``longestGap``.
  private var covered: [ClosedRange<Double>] = []
  /// How many of these there may be before they are joined.
  private var mostCovered = 10_000

  private static let longestGap = 900.0
  /// The name of the list of what the phone measured.
  private static let measured = "rawSignals"
  private static let members: Set = ["semanticSegments", measured, "userLocationProfile"]

  static func recognizes(_ head: ArraySlice<UInt8>) -> Bool {
    head.first == UInt8(ascii: "[") || members.contains(JSONReader.firstName(in: head) ?? "")
  }

  mutating func cannotReadAgain() { pass = .all }

  func reads(_ name: String) -> Bool {
    switch name {
    case Self.measured: pass != .derived
    case "semanticSegments", "": pass != .measured
    default: false
    }
  }

  mutating func fixes(in element: JSONValue, of name: String) -> [Fix] {
    name == Self.measured ? signal(element) : segment(element)
  }

  mutating func beginsAgain() -> Bool {
    guard pass == .measured else { return false }
    (pass, elements) = (.derived, JSONElements())
    joinCovered()
    return true
  }

  private mutating func signal(_ signal: JSONValue) -> [Fix] {
    // Others are lists of networks, and guesses at what the person is doing.
    guard let position = signal["position"] else { return [] }
    let place = Self.place(position["LatLng"] ?? position["latLng"])
    let fix = Fix(
      at: FixTime(withZone: position["timestamp"]?.string), latitude: place?.latitude,
      longitude: place?.longitude, accuracy: position["accuracyMeters"]?.measure, &counts)
    guard var fix else { return [] }
    fix.altitude = position.number("altitudeMeters", in: -12_000...100_000)
    fix.speed = position.number("speedMetersPerSecond", in: 0...100_000)
    cover(fix)
    return [fix]
  }

  private mutating func cover(_ fix: Fix) {
    guard pass == .measured, let time = fix.seconds else { return }
    if let last = covered.last, (0...Self.longestGap).contains(time - last.upperBound) {
      covered[covered.count - 1] = last.lowerBound...time
    } else {
      covered.append(time...time)
    }
    if covered.count >= mostCovered {
      joinCovered()
      mostCovered = max(mostCovered, 2 * covered.count)
    }
  }

  /// Puts what is covered into order, and joins what overlaps.
  private mutating func joinCovered() {
    var joined: [ClosedRange<Double>] = []
    for range in covered.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = joined.last, range.lowerBound - last.upperBound <= Self.longestGap {
        joined[joined.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
    covered = joined
  }

  private func isCovered(_ time: Double) -> Bool {
    let next = covered.partitioningIndex { $0.upperBound >= time }
    return next < covered.count && covered[next].contains(time)
  }

  private mutating func segment(_ segment: JSONValue) -> [Fix] {
    let start = FixTime(withZone: segment["startTime"]?.string)
    let end = FixTime(withZone: segment["endTime"]?.string)
    var places: [(time: FixTime?, place: JSONValue?)] = []
    if let visit = segment["visit"] {
      let place = visit["topCandidate"]?["placeLocation"]
      places += [(start, place), (end, place)]
    }
    if let activity = segment["activity"] {
      places += [(start, activity["start"]), (end, activity["end"])]
    }
    for point in segment["timelinePath"]?.array ?? [] {
      let minutes = point["durationMinutesOffsetFromStartTime"]?.measure
      let later = start?.nanosecondsSince1970.flatMap { start in
        minutes.map { Double(start) / 1e9 + $0 * 60 }
      }
      let time =
        FixTime(withZone: point["time"]?.string) ?? FixTime(secondsSince1970: later)
      places.append((time, point["point"]))
    }
    return places.compactMap { time, place in
      let found = Self.place(place)
      var fix = Fix(
        at: time, latitude: found?.latitude, longitude: found?.longitude, &counts)
      fix?.quality = .estimated
      guard let seconds = fix?.seconds, !isCovered(seconds) else { return nil }
      return fix
    }
  }

  /// Returns the place in `"35.1°, 139.1°"` or `"geo:35.1,139.1"`, or in an object with such a text.
  private static func place(_ value: JSONValue?) -> (latitude: Double, longitude: Double)? {
    guard var text = (value?["latLng"] ?? value)?.string, text.utf8.count <= 100 else { return nil }
    if text.hasPrefix("geo:") { text.removeFirst(4) }
    let numbers = text.split(separator: ",").map { part in
      Double(part.filter { $0 != "°" && $0 != " " })
    }
    guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1] else {
      return nil
    }
    return (latitude, longitude)
  }
}

extension Fix {
  fileprivate var seconds: Double? { time?.nanosecondsSince1970.map { Double($0) / 1e9 } }
}
