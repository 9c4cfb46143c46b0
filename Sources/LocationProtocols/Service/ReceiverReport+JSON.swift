// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationJSON

extension ReceiverReport {
  /// The classes of these messages.
  static let names: Set = ["fix", "fixLost", "satellites", "heading"]

  /// The class of its message; `nil` for a report that the protocol does not contain.
  package var name: StaticString? {
    switch self {
    case .fix: "fix"
    case .fixLost: "fixLost"
    case .satellites: "satellites"
    case .heading: "heading"
    case .errorStatistics, .defects: nil
    }
  }

  /// Sets the members of the message; none for a report that the protocol does not contain.
  func set(in object: inout JSONObject) {
    object.set("class", name?.description)
    switch self {
    case .fix(let fix): object.set(fix)
    case .fixLost(let time): object.set(marked: time)
    case .satellites(let view): view.set(in: &object)
    case .heading(let heading): heading.set(in: &object)
    case .errorStatistics, .defects: break
    }
  }

  /// Reads a message of one of these classes; `nil` if it lacks a required member.
  init?(json value: JSONValue, class name: String) {
    switch name {
    case "fix":
      guard let fix = Fix(json: value) else { return nil }
      self = .fix(fix)
    case "fixLost": self = .fixLost(FixTime(json: value))
    case "satellites": self = .satellites(SatellitesInView(json: value))
    case "heading":
      guard let heading = Heading(json: value) else { return nil }
      self = .heading(heading)
    default: return nil
    }
  }
}

extension JSONObject {
  /// Sets a time, and whether its date was corrected; sets nothing if it is `nil`.
  fileprivate mutating func set(marked time: FixTime?) {
    set(time)
    if time?.isRolloverCorrected == true { set("rolloverCorrected", true) }
  }
}

extension Heading {
  fileprivate func set(in object: inout JSONObject) {
    object.set(marked: time)
    object.set("trueHeading", trueHeading, decimals: 4)
    object.set("magneticHeading", magneticHeading, decimals: 4)
    object.set("reference", reference == .trueNorth ? "trueNorth" : "magneticNorth")
  }

  /// Reads a heading; `nil` without a direction.
  init?(json value: JSONValue) {
    self.init(
      value["reference"]?.string == "magneticNorth" ? .magneticNorth : .trueNorth,
      at: FixTime(json: value))
    trueHeading = value.angle("trueHeading")
    magneticHeading = value.angle("magneticHeading")
    if trueHeading == nil, magneticHeading == nil { return nil }
  }
}

extension SatellitesInView {
  /// Sets as many satellites as fit in a line: those in use first, then the strongest.
  fileprivate func set(in object: inout JSONObject) {
    object.set("count", count)
    let sorted = satellites.sorted { one, other in
      let (isUsed, isOtherUsed) = (used.contains(one.satellite), used.contains(other.satellite))
      if isUsed != isOtherUsed { return isUsed }
      return one.carrierToNoise ?? -1 > other.carrierToNoise ?? -1
    }
    object.set("satellites", sorted, upTo: ServiceLine.longest) {
      $0.set(in: &$1, isUsed: used.contains($0.satellite))
    }
  }

  /// Reads satellites, ignoring elements that are not satellites.
  init(json value: JSONValue) {
    var (satellites, used): ([SatelliteInView], SatelliteSet) = ([], SatelliteSet())
    for element in value["satellites"]?.array ?? [] {
      guard let satellite = SatelliteInView(json: element) else { continue }
      satellites.append(satellite)
      if element["used"]?.bool == true { used.insert(satellite.satellite) }
    }
    self.init(satellites, used: used)
  }
}

extension SatelliteInView {
  fileprivate func set(in object: inout JSONObject, isUsed: Bool) {
    object.set("system", satellite.system.name)
    object.set("number", Int(satellite.number))
    object.set("signal", signal.map(Int.init))
    object.set("elevation", elevation.map(Int.init))
    object.set("azimuth", azimuth.map(Int.init))
    object.set("carrierToNoise", carrierToNoise.map(Double.init), decimals: 1)
    object.set("used", isUsed)
  }

  fileprivate init?(json value: JSONValue) {
    guard let system = value["system"]?.string.flatMap({ SatelliteSystem(name: $0) }),
      let number = value["number"]?.integer.flatMap(UInt16.init(exactly:)), number > 0
    else { return nil }
    self.init(SatelliteID(system: system, number: number))
    signal = value["signal"]?.integer.flatMap(UInt8.init(exactly:))
    elevation = value.number("elevation", in: -90...90).flatMap(Int8.init(exactly:))
    azimuth = value.number("azimuth", in: 0...359).flatMap(UInt16.init(exactly:))
    carrierToNoise = value.magnitude("carrierToNoise").map(Float.init)
  }
}
