// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GPSTool
import LocationPublishing

extension SendingOptions {
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
