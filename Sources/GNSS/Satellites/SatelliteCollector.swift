// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

/// Puts the groups of GSV sentences together: one for each system, since 4.1 one for each signal.
///
/// A group replaces its predecessor as a whole when its last sentence has come. One that no longer comes
/// is forgotten after ``groupLifetime`` updates of the others.
struct SatelliteCollector: Sendable {
  /// System and signal, how many satellites it has in the view, and for how many updates it has not come.
  private struct Group: Sendable {
    let talker: Talker
    let signal: UInt8?
    var count = 0
    var age = 0

    func isOf(_ message: GSV) -> Bool {
      talker == message.talker && signal == message.signal
    }
  }

  /// The satellites as they were when the last group was completed, those of one group side by side.
  private(set) var view = SatellitesInView()

  /// Number of different satellites in view; `nil` before the first group.
  private(set) var count: Int?

  /// Whether the view has changed since it was last taken.
  private(set) var hasNews = false

  /// The groups in view, in the order of their satellites there.
  private var groups: [Group] = []

  /// The group that is coming in, and what has come of it: as many of the places as it counts.
  private var incoming: Group?
  private var places: [SatelliteInView] = []
  private var nextNumber: UInt8 = 1

  /// More groups than all systems and their signals make; a stream with more is not a receiver's.
  static let mostGroups = 64

  /// How many updates a group survives that is not renewed.
  static let groupLifetime = 10

  /// Takes one sentence of a group.
  mutating func note(_ message: GSV) {
    let number = message.sentenceNumber ?? 1
    if number == 1 {
      incoming = Group(talker: message.talker, signal: message.signal)
      nextNumber = 1
    }
    // A sentence was lost: what is left of the group would pass for all of it.
    guard var group = incoming, number == nextNumber, group.isOf(message) else {
      incoming = nil
      return
    }
    add(message, to: &group)
    nextNumber = number &+ 1
    if number >= message.sentenceCount ?? 1 {
      incoming = nil
      replace(group)
    } else {
      incoming = group
    }
  }

  /// Fills places: to append each satellite would ask each time whether the array is shared and full.
  private mutating func add(_ message: GSV, to group: inout Group) {
    let elements = message.satellites.span
    let added = elements.count
    while places.count < group.count + added { places.append(.none) }
    let named = SatelliteSystem(group.talker)
    var span = places.mutableSpan
    for index in 0..<added {
      span[group.count + index] = SatelliteInView(
        elements[index], named: named, signal: group.signal)
    }
    group.count += added
  }

  private mutating func replace(_ group: Group) {
    var start = 0
    var index = 0
    while index < groups.count {
      if groups[index].talker == group.talker, groups[index].signal == group.signal { break }
      start += groups[index].count
      index += 1
    }
    if index == groups.count {
      if index == Self.mostGroups { remove(0) }
      index = groups.count
      start = view.satellites.count
      groups.append(Group(talker: group.talker, signal: group.signal))
    }
    if groups[index].count == group.count {
      Self.overwrite(&view.satellites, at: start, with: places, count: group.count)
    } else {
      view.satellites.replaceSubrange(
        start..<start + groups[index].count, with: places[..<group.count])
    }
    groups[index] = group
    hasNews = true
  }

  private static func overwrite(
    _ satellites: inout [SatelliteInView], at start: Int, with places: [SatelliteInView], count: Int
  ) {
    let source = places.span
    var target = satellites.mutableSpan
    for index in 0..<count { target[start + index] = source[index] }
  }

  /// Forgets a group.
  private mutating func remove(_ index: Int) {
    let start = groups[..<index].reduce(0) { $0 + $1.count }
    view.satellites.removeSubrange(start..<start + groups[index].count)
    groups.remove(at: index)
  }

  /// The view, if it has changed since it was last taken.
  mutating func take(used: SatelliteSet) -> SatellitesInView? {
    guard hasNews else { return nil }
    hasNews = false
    for index in groups.indices.reversed() {
      groups[index].age += 1
      if groups[index].age > Self.groupLifetime { remove(index) }
    }
    view.used = used
    count = view.count
    return view
  }
}

extension SatelliteInView {
  /// What an empty place holds.
  fileprivate static let none = Self(GSV.Satellite(number: 0), named: nil, signal: nil)

  /// What a sentence says of a satellite.
  @inline(__always)
  fileprivate init(_ element: GSV.Satellite, named: SatelliteSystem?, signal: UInt8?) {
    satellite = SatelliteID(number: element.number, named: named)
    self.signal = signal
    elevation = element.elevation
    azimuth = element.azimuth
    carrierToNoise = element.carrierToNoise
  }
}
