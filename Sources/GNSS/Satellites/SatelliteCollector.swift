// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

/// Puts the groups of GSV sentences together: one for each system, since 4.1 one for each signal.
///
/// A group replaces its predecessor as a whole when its last sentence has come. One that no longer comes
/// is forgotten after ``groupLifetime`` updates of the others. Trimble's R2 numbers the sentences of all systems
/// as one, and others those of all signals: they come in together, each system and signal as a group of its own.
struct SatelliteCollector: Sendable {
  /// System and signal, how many satellites it has in the view, and for how many updates it has not come.
  private struct Group: Sendable {
    let talker: Talker
    let signal: UInt8?
    let system: SystemID?
    var count = 0
    var age = 0

    init(_ message: GSV) {
      talker = message.talker
      signal = message.signal
      system = message.system
    }

    func isOf(_ message: GSV) -> Bool {
      talker == message.talker && signal == message.signal && system == message.system
    }

    func isSame(as other: Group) -> Bool {
      talker == other.talker && signal == other.signal && system == other.system
    }
  }

  /// The satellites as they were when the last group was completed, those of one group side by side.
  private(set) var view = SatellitesInView()

  /// Number of different satellites in view; `nil` before the first group.
  private(set) var count: Int?

  /// Whether the view has changed since it was last drained.
  private(set) var hasNews = false

  /// The groups in view, in the order of their satellites there.
  private var groups: [Group] = []

  /// The group that is coming in, and what has come of it: as many of the places as it counts, behind those of
  /// the groups that are numbered with it and came before.
  private var incoming: Group?
  private var before: [Group] = []
  private var placesBefore = 0
  /// Whether the sentences of several systems or signals have been numbered as one.
  private var isNumberedAsOne = false
  /// Whether the sentence before had less than four satellites: it was the last of its system and signal.
  private var endsShort = false
  private var places: [SatelliteInView] = []
  private var nextNumber: UInt8 = 1
  /// How many updates there were, and how many when the incoming group began.
  private var updates = 0
  private var beganInUpdate = 0
  /// Whether the receiver sends its groups in one go, so that one that an epoch has cut off does not go on in the next.
  private var sendsGroupsAtOnce = false

  /// What the first sentence said of how many there are, and of how many satellites they have.
  private var sentenceCount: UInt8 = 1
  private var satelliteCount: UInt16?

  /// More groups than all systems and their signals make; a stream with more is not a receiver's.
  static let mostGroups = 64

  /// How many updates a group survives that is not renewed.
  static let groupLifetime = 10

  /// A sentence of a group has come.
  mutating func received(_ message: GSV) {
    let number = message.sentenceNumber ?? 1
    if number == 1 { begin(message) }
    if sendsGroupsAtOnce, beganInUpdate != updates { incoming = nil }
    // If a sentence was lost, what is left of the group would pass for all of it.
    guard number == nextNumber, incoming?.isOf(message) ?? false || goesOn(with: message),
      var group = incoming
    else {
      incoming = nil
      return
    }
    add(message, to: &group)
    endsShort = message.satellites.count < 4
    nextNumber = number &+ 1
    // Airmar's count only in the first.
    if number < message.sentenceCount ?? sentenceCount {
      incoming = group
      return
    }
    incoming = nil
    if number > 1, beganInUpdate == updates { sendsGroupsAtOnce = true }
    if before.isEmpty { replace(group, from: 0) } else { replaceAll(endingWith: group) }
  }

  @inline(__always)
  private mutating func begin(_ message: GSV) {
    // All empty, it does not say that there are none.
    let saysSomething = message.satellitesInView != nil || !message.satellites.isEmpty
    incoming = saysSomething ? Group(message) : nil
    beganInUpdate = updates
    nextNumber = 1
    sentenceCount = message.sentenceCount ?? 1
    satelliteCount = message.satellitesInView
    if !before.isEmpty { before.removeAll(keepingCapacity: true) }
    placesBefore = 0
  }

  /// Goes on to the group of another system or signal, if the sentence goes on with the numbers of the one coming in.
  @inline(never)
  private mutating func goesOn(with message: GSV) -> Bool {
    // Where a system numbers its own, this is what a gap has left.
    guard let group = incoming, message.sentenceCount == sentenceCount, satelliteCount != nil,
      message.satellitesInView == satelliteCount,
      isNumberedAsOne
        || !groups.contains(where: { $0.isOf(message) })
          && (group.talker != message.talker || endsShort)
    else { return false }
    before.append(group)
    placesBefore += group.count
    incoming = Group(message)
    return true
  }

  /// Fills places: to append each satellite would ask each time whether the array is shared and full.
  private mutating func add(_ message: GSV, to group: inout Group) {
    let elements = message.satellites.span
    let added = elements.count
    let start = placesBefore + group.count
    while places.count < start + added { places.append(.none) }
    let named = SatelliteSystem(talker: group.talker, id: group.system)
    var span = places.mutableSpan
    for index in 0..<added {
      span[start + index] = SatelliteInView(elements[index], named: named, signal: group.signal)
    }
    group.count += added
  }

  /// Puts in the groups that are numbered as one, if they have as many satellites as they say.
  @inline(never)
  private mutating func replaceAll(endingWith last: Group) {
    guard placesBefore + last.count == satelliteCount.map(Int.init) else { return }
    isNumberedAsOne = true
    var first = 0
    for group in before + [last] {
      replace(group, from: first)
      first += group.count
    }
  }

  /// Puts a group in, whose satellites are in the places from one on.
  private mutating func replace(_ group: Group, from first: Int) {
    var start = 0
    var index = 0
    while index < groups.count {
      if groups[index].isSame(as: group) { break }
      start += groups[index].count
      index += 1
    }
    if index == groups.count {
      if index == Self.mostGroups { remove(0) }
      index = groups.count
      start = view.satellites.count
      var empty = group
      empty.count = 0
      groups.append(empty)
    }
    if groups[index].count == group.count {
      Self.overwrite(
        &view.satellites, at: start, with: places, from: first, count: group.count)
    } else {
      view.satellites.replaceSubrange(
        start..<start + groups[index].count, with: places[first..<first + group.count])
    }
    groups[index] = group
    hasNews = true
  }

  private static func overwrite(
    _ satellites: inout [SatelliteInView], at start: Int, with places: [SatelliteInView],
    from first: Int, count: Int
  ) {
    let source = places.span.extracting(first..<first + count)
    var target = satellites.mutableSpan
    for index in 0..<count { target[start + index] = source[index] }
  }

  /// Forgets a group.
  private mutating func remove(_ index: Int) {
    let start = groups[..<index].reduce(0) { $0 + $1.count }
    view.satellites.removeSubrange(start..<start + groups[index].count)
    groups.remove(at: index)
  }

  /// The view, if it has changed since it was last drained.
  ///
  /// Called at the end of each epoch.
  mutating func drain(used: SatelliteSet) -> SatellitesInView? {
    updates &+= 1
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
