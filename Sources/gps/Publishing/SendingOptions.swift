// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSS
import LocationPublishing

/// Which positions are sent, and when.
struct SendingOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Send a position at least this often, such as 60s or 5m, although nothing moves.",
      valueName: "time"))
  var every = ListeningTime.fiveMinutes

  @Option(
    name: .customLong("min-distance"), parsing: .unconditional,
    help: ArgumentHelp(
      "Send one after this many meters, if they are more than its accuracy.", valueName: "m"))
  var minDistance = 50.0

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Send one where the course has changed by this many degrees.", valueName: "degrees"))
  var turn = 30.0

  @Option(
    name: .customLong("max-rate"),
    help: ArgumentHelp(
      "Send no more than this, such as 1/s or 6/min; regions entered and left come besides.",
      valueName: "n/s|n/min|n/h"))
  var maxRate = SendingRate.onePerSecond

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Tell when this circle is entered and left; repeatable.",
      valueName: "name,latitude,longitude,m"))
  var region: [NamedCircle] = []

  @Option(
    name: .customLong("quiet-zone"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Send nothing from this circle; repeatable.", valueName: "latitude,longitude,m")
  )
  var quietZone: [CircleArgument] = []

  @Flag(
    help: "Send only the center of a 5 km cell, every quarter of an hour, and nothing else.")
  var reduced = false

  /// What the options ask for.
  ///
  /// - Throws: ``Failure`` when they cannot be had.
  func filter(device: String) throws -> PositionFilter {
    try check(minDistance, in: 0...1_000_000, "--min-distance", "meters")
    try check(turn, in: 1...180, "--turn", "degrees")
    if reduced, !region.isEmpty { throw Failure.usage("--region with --reduced", "one of them") }
    let names = region.map(\.name)
    if let twice = names.first(where: { name in names.count(where: { $0 == name }) > 1 }) {
      throw Failure.usage("--region \(twice) twice", "a name of its own to each")
    }
    var rule = SendingRule()
    rule.interval = every.duration.nanoseconds
    rule.distance = minDistance
    rule.turn = turn
    rule.pause = maxRate.pause
    return PositionFilter(
      device: device, rule: rule,
      regions: region.map { WatchedRegion(name: $0.name, circle: $0.circle) },
      quietZones: quietZone.map(\.circle), isReduced: reduced)
  }
}

/// So many positions a time: `1/s`, `6/min`.
struct SendingRate: ExpressibleByArgument, CustomStringConvertible {
  /// Nanoseconds from one to the next, at least.
  let pause: Int64
  let description: String

  static let onePerSecond = SendingRate(pause: 999_500_000, description: "1/s")

  private init(pause: Int64, description: String) {
    self.pause = pause
    self.description = description
  }

  init?(argument: String) {
    let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
    let units: [Substring: Double] = ["s": 1, "min": 60, "h": 3600]
    guard parts.count == 2, let unit = units[parts[1]], let number = Double(parts[0]),
      (0.001...1000).contains(number)
    else { return nil }
    // The times of fixes are to the millisecond.
    self.init(pause: Int64(unit / number * 1e9) - 500_000, description: argument)
  }

  var defaultValueDescription: String { description }
}

/// A circle on the ellipsoid: `47.5437,9.6833,200`.
struct CircleArgument: ExpressibleByArgument {
  let circle: Circle

  init?(argument: String) {
    let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map {
      Double($0)
    }
    guard numbers.count == 3, let latitude = numbers[0], let longitude = numbers[1],
      let radius = numbers[2], (-90...90).contains(latitude), (-180...180).contains(longitude),
      radius > 0, radius <= 20_000_000
    else { return nil }
    circle = Circle(latitude: latitude, longitude: longitude, radius: radius)
  }
}

/// The same with a name: `harbour,47.5437,9.6833,200`.
struct NamedCircle: ExpressibleByArgument {
  let name: String
  let circle: Circle

  init?(argument: String) {
    guard let comma = argument.firstIndex(of: ","), comma > argument.startIndex,
      let circle = CircleArgument(argument: String(argument[argument.index(after: comma)...]))
    else { return nil }
    name = String(argument[..<comma])
    self.circle = circle.circle
  }
}
