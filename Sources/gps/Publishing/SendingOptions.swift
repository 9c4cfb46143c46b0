// Core Location for Linux. SPDX-License-Identifier: MIT
#if Publishing
  import GNSS
  import ArgumentParser
  import LocationPublishing

  struct SendingOptions: ParsableArguments {
    @Option(
      parsing: .unconditional, "time",
      "Send a position at least this often, such as 60s or 5m, even if nothing moves.")
    var every = ListeningTime.fiveMinutes

    @Option(
      "m", "Send a position after this many meters, if that exceeds its accuracy.",
      in: 0...1_000_000, of: "meters")
    var minDistance = 50.0

    @Option(
      "degrees", "Send a position when the course has changed by this many degrees.", in: 1...180,
      of: "degrees")
    var turn = 30.0

    @Option(
      "n/s|n/min|n/h",
      "Send no more often than this, such as 1/s or 6/min; region events are sent in addition.")
    var maxRate = SendingRate.onePerSecond

    @Option(
      parsing: .unconditionalSingleValue, "name,latitude,longitude,m",
      "Send an event when this circle is entered or left; repeatable.")
    var region: [NamedCircle] = []

    @Option(
      parsing: .unconditionalSingleValue, "latitude,longitude,m",
      "Send nothing from this circle; repeatable.")
    var quietZone: [Circle] = []

    @Flag(help: "Send only the center of a 5 km cell, every quarter of an hour, and nothing else.")
    var reduced = false

    @Flag(
      name: .customLong("hold-back-warned"),
      help: "Send no position that has warnings, such as of jamming; see docs/integrity.md.")
    var holdsBackWarned = false

    func filter(device: String) throws -> PositionFilter {
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
        quietZones: quietZone, isReduced: reduced,
        holdsBackWarned: holdsBackWarned)
    }
  }
#endif
