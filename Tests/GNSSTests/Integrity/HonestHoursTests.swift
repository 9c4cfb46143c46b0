// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import Testing

/// Hours of honest ways of all kinds, of which none may raise a warning.
@Suite struct HonestHoursTests {
  static let roads: [HonestDrive.Event] = [
    .tunnel, .bridge, .bridge, .foliage, .multipath, .turn, .braking, .stall, .corrections,
  ]
  static let carried: [HonestDrive.Event] = [
    .carried, .coldStart, .indoors, .sleep, .foliage, .multipath,
  ]

  static let kinds: [HonestDrive.Kind] = [
    .init(name: "at anchor", speed: 0, events: [.stall, .corrections], turning: 20),
    .init(name: "on foot in a town", speed: 1.4, events: carried + [.turn], turning: 30),
    .init(name: "in a car", speed: 22, events: roads),
    .init(name: "in a car, held at rest", speed: 0.4, events: roads, standsBelow: 0.5),
    .init(name: "in a car, ten times a second", speed: 30, rate: 10, events: roads),
    .init(name: "in a car, with a slow speed", speed: 20, events: roads, lag: 1.5),
    .init(name: "in a car, without a speed", speed: 25, events: roads, hasSpeed: false),
    .init(name: "in a car, two decimals", speed: 15, events: roads, minuteDecimals: 2),
    .init(
      name: "on a ferry", speed: 9, events: [.corrections, .stall, .turn], turning: 1),
    .init(
      name: "in a train", speed: 75, rate: 5, events: [.tunnel, .bridge, .foliage, .stall],
      turning: 0.3,
      climb: 1),
    .init(
      name: "in a plane", speed: 250, events: [.turn, .stall, .corrections], turning: 1, climb: 25),
    .init(name: "off and carried", speed: 6, events: carried),
    .init(
      name: "in a fast car, with a smoothed speed", speed: 30,
      events: [.braking, .turn, .tunnel, .stall, .corrections], lag: 2.5, acceleration: 5,
      errors: 0.25),
    .init(
      name: "in a car, with a smoothed speed, held at rest", speed: 25, events: [.braking, .turn],
      standsBelow: 0.5, lag: 2),
  ]

  /// Ten hours and more, in a second.
  @Test func raiseNothing() {
    var hours = 0.0
    for (number, kind) in Self.kinds.enumerated() {
      let time = kind.rate == 1 ? 1.2 : 0.5
      var drive = HonestDrive(kind, seed: UInt64(number))
      drive.drive(hours: time)
      hours += time
      #expect(drive.fixes > 500, "\(kind.name)")
      let first = drive.warned.first
      #expect(
        first == nil,
        "\(kind.name): \(first?.warnings.list ?? []) after \(first?.second ?? 0) s, \(first?.event.map { "\($0)" } ?? "nothing")"
      )
    }
    #expect(hours >= 10)
  }
}
