// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

/// Puts the groups of GSV sentences together: one for each system, since 4.1 one for each signal.
///
/// A group replaces its predecessor as a whole when its last sentence has come. One that no longer comes
/// is forgotten after ``groupLifetime`` updates of the others.
struct SatelliteCollector: Sendable {
  /// The satellites as they were when the last group was completed.
  private(set) var view = SatellitesInView()

  /// Number of different satellites in view; `nil` before the first group.
  private(set) var count: Int?

  /// Whether the view has changed since it was last taken.
  private(set) var hasNews = false

  private var incoming: [SatelliteInView] = []
  private var incomingGroup: SatelliteGroup?
  private var nextNumber: UInt8 = 1
  private var ages: [(group: SatelliteGroup, age: Int)] = []

  /// More groups than all systems and their signals make; a stream with more is not a receiver's.
  static let mostGroups = 64

  /// How many updates a group survives that is not renewed.
  static let groupLifetime = 10

  /// Takes one sentence of a group.
  mutating func note(_ message: GSV) {
    let group = SatelliteGroup(talker: message.talker.rawValue, signal: message.signal)
    let number = message.sentenceNumber ?? 1
    if number == 1 {
      incoming.removeAll(keepingCapacity: true)
      incomingGroup = group
      nextNumber = 1
    }
    // A sentence was lost: what is left of the group would pass for all of it.
    guard incomingGroup == group, number == nextNumber else {
      incomingGroup = nil
      return
    }
    let named = SatelliteSystem(message.talker)
    for index in 0..<message.satellites.count {
      let element = message.satellites[index]
      incoming.append(
        SatelliteInView(
          satellite: SatelliteID(number: element.number, named: named),
          signal: message.signal, elevation: element.elevation, azimuth: element.azimuth,
          carrierToNoise: element.carrierToNoise, group: group))
    }
    nextNumber = number &+ 1
    if number >= message.sentenceCount ?? 1 {
      incomingGroup = nil
      replace(group)
    }
  }

  private mutating func replace(_ group: SatelliteGroup) {
    view.satellites.removeAll { $0.group == group }
    view.satellites.append(contentsOf: incoming)
    if let index = ages.firstIndex(where: { $0.group == group }) {
      ages[index].age = 0
    } else {
      if ages.count == Self.mostGroups {
        let oldest = ages.removeFirst().group
        view.satellites.removeAll { $0.group == oldest }
      }
      ages.append((group, 0))
    }
    hasNews = true
  }

  /// The view, if it has changed since it was last taken.
  mutating func take(used: SatelliteSet) -> SatellitesInView? {
    guard hasNews else { return nil }
    hasNews = false
    for index in ages.indices.reversed() {
      ages[index].age += 1
      if ages[index].age > Self.groupLifetime {
        let group = ages.remove(at: index).group
        view.satellites.removeAll { $0.group == group }
      }
    }
    view.used = used
    count = view.count
    return view
  }
}
