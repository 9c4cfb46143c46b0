// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

/// Combines the sentences of GSV groups: one group for each system, since version 4.1 one for each signal.
///
/// A group replaces its predecessor as a whole when its last sentence has come. A group that no longer comes is dropped
/// after ``groupLifetime`` updates of the others. Trimble's R2 numbers the sentences of all systems as one sequence,
/// and other receivers those of all signals: they are stored together, each system and signal as a group of its own.
struct SatelliteCollector: Sendable {
  /// System and signal, the number of satellites in the view, and the number of updates since it last came.
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

    @inline(__always)
    func isOf(_ message: GSV) -> Bool {
      talker == message.talker && signal == message.signal && system == message.system
    }

    func isSame(as other: Group) -> Bool { isOfSystem(of: other) && signal == other.signal }

    func isOfSystem(of other: Group) -> Bool { talker == other.talker && system == other.system }
  }

  /// Sentences that are numbered as one series, and the groups in them.
  private struct Series: Sendable {
    /// The group being received: `count` of the places hold its satellites so far, after those of the groups before it.
    var group: Group?
    var before: [Group] = []
    var placesBefore = 0
    var nextNumber: UInt8 = 1
    var beganInUpdate = 0
    /// The number of sentences and the number of satellites, according to the first sentence.
    var sentenceCount: UInt8 = 1
    var satelliteCount: UInt16?
  }

  /// The satellites as of the last complete group, those of one group next to each other, or as a frame has listed them.
  private(set) var view = SatellitesInView()

  /// Number of different satellites in view; `nil` before the first group.
  ///
  /// Of a system of which only parts of groups have come, it is the number that they say. Mutating, so that this large
  /// value need not be copied to answer.
  mutating func count() -> Int? {
    unfinished.isEmpty ? listedCount : unfinished.reduce(listedCount ?? 0) { $0 + $1.count }
  }
  private var listedCount: Int?

  /// Whether the view has changed since it was last returned.
  private(set) var hasNews = false

  /// How many updates ago a frame has listed the view; `nil` if it is made of groups.
  ///
  /// For a while, sentences about the same are not needed.
  private var listedAge: Int?
  /// The signals that a frame has listed since the last update.
  private var signals: [SatelliteInView]?

  /// The groups in view, in the order of their satellites there.
  private var groups: [Group] = []
  /// Groups of other systems of which only a part has come, with the number of satellites that they were to have.
  private var unfinished: [Group] = []

  private var incoming = Series()
  private var places: [SatelliteInView] = []
  /// Whether the sentences of several systems or signals have been numbered as one sequence.
  private var isNumberedAsOne = false
  /// Whether the previous sentence had fewer than four satellites, and so was the last of its system and signal.
  private var endsShort = false
  private var updates = 0
  /// Whether the receiver sends each group without a break, so that one cut off by an epoch does not continue in the
  /// next.
  private var sendsGroupsAtOnce = false

  /// More groups than all systems and their signals make; a stream with more is not from a receiver.
  static let mostGroups = 64

  /// Number of updates after which a group that is not renewed is dropped.
  static let groupLifetime = 10

  mutating func received(_ view: SatellitesInView) {
    listedAge = 0
    self.view = view
    groups.removeAll(keepingCapacity: true)
    unfinished.removeAll()
    listedCount = view.count
    hasNews = true
  }

  /// Adds the signals that a frame lists to the next view; their directions are those in the view.
  ///
  /// They are no part of that: if they were, a satellite that has set would stay there.
  mutating func received(signals: [SatelliteInView]) {
    forgetOldList()
    self.signals = signals
    hasNews = true
  }

  /// Forgets what a frame has listed, once that is too old.
  @inline(never)
  private mutating func forgetOldList() {
    guard let age = listedAge, age > Self.groupLifetime else { return }
    listedAge = nil
    view = SatellitesInView()
  }

  mutating func received(_ message: GSV) {
    if listedAge != nil {
      forgetOldList()
      if listedAge != nil { return }
    }
    let number = message.sentenceNumber ?? 1
    if number == 1 { begin(message) }
    if sendsGroupsAtOnce, incoming.beganInUpdate != updates { giveUp() }
    // If a sentence was lost, the rest of the group would be taken for all of it.
    guard number == incoming.nextNumber,
      incoming.group?.isOf(message) ?? false || goesOn(with: message), var group = incoming.group
    else { return giveUp() }
    add(message, to: &group)
    endsShort = message.satellites.count < 4
    incoming.nextNumber = number &+ 1
    // Airmar's instruments report the count only in the first.
    if number < message.sentenceCount ?? incoming.sentenceCount {
      incoming.group = group
      return
    }
    incoming.group = nil
    if number > 1, incoming.beganInUpdate == updates { sendsGroupsAtOnce = true }
    if incoming.before.isEmpty { replace(group, from: 0) } else { replaceAll(endingWith: group) }
  }

  @inline(__always)
  private mutating func begin(_ message: GSV) {
    if incoming.group != nil { giveUp() }
    // An empty sentence does not say that there are no satellites.
    let saysSomething = message.satellitesInView != nil || !message.satellites.isEmpty
    incoming.group = saysSomething ? Group(message) : nil
    incoming.beganInUpdate = updates
    incoming.nextNumber = 1
    incoming.sentenceCount = message.sentenceCount ?? 1
    incoming.satelliteCount = message.satellitesInView
    if !incoming.before.isEmpty { incoming.before.removeAll(keepingCapacity: true) }
    incoming.placesBefore = 0
  }

  /// Gives up waiting for the rest of a group, if one is incomplete, and remembers how many satellites it was to have.
  @inline(never)
  private mutating func giveUp() {
    guard let last = incoming.group else { return }
    incoming.group = nil
    var group = incoming.before.first ?? last
    guard let total = incoming.satelliteCount, unfinished.count < Self.mostGroups,
      !groups.contains(where: { $0.isOfSystem(of: group) })
    else { return }
    unfinished.removeAll { $0.isOfSystem(of: group) }
    (group.count, group.age) = (Int(total), 0)
    unfinished.append(group)
  }

  /// Continues with the group of another system or signal, if the sentence continues the numbers of the incoming group.
  @inline(never)
  private mutating func goesOn(with message: GSV) -> Bool {
    // Where each system is numbered separately, this sentence is what a gap has left.
    guard let group = incoming.group, message.sentenceCount == incoming.sentenceCount,
      incoming.satelliteCount != nil, message.satellitesInView == incoming.satelliteCount,
      isNumberedAsOne
        || !groups.contains(where: { $0.isOf(message) })
          && (group.talker != message.talker || endsShort || repeats(message, group))
    else { return false }
    incoming.before.append(group)
    incoming.placesBefore += group.count
    incoming.group = Group(message)
    return true
  }

  /// Whether a sentence lists a satellite again, on another signal than the group before it.
  ///
  /// In the group of one signal, a satellite comes once, so that the sentence is not what a gap has left of another group.
  private func repeats(_ message: GSV, _ group: Group) -> Bool {
    guard group.talker == message.talker, group.system == message.system else { return false }
    let named = SatelliteSystem(talker: group.talker, id: group.system)
    let listed = places[incoming.placesBefore..<incoming.placesBefore + group.count]
    return message.satellites.contains { element in
      let satellite = SatelliteID(number: element.number, named: named)
      return listed.contains { $0.satellite == satellite }
    }
  }

  /// Fills places; appending each satellite would check each time whether the array is shared or full.
  private mutating func add(_ message: GSV, to group: inout Group) {
    let elements = message.satellites.span
    let added = elements.count
    let start = incoming.placesBefore + group.count
    while places.count < start + added { places.append(.none) }
    let named = SatelliteSystem(talker: group.talker, id: group.system)
    var span = places.mutableSpan
    for index in 0..<added {
      span[start + index] = SatelliteInView(elements[index], named: named, signal: group.signal)
    }
    group.count += added
  }

  /// Stores the groups that are numbered as one sequence, if they contain as many satellites as they say.
  ///
  /// Some receivers count a satellite once for each of its signals, others once.
  @inline(never)
  private mutating func replaceAll(endingWith last: Group) {
    let total = incoming.satelliteCount.map(Int.init)
    let count = incoming.placesBefore + last.count
    let view = SatellitesInView(Array(places[..<count]), used: SatelliteSet())
    guard count == total || view.count == total else { return }
    isNumberedAsOne = true
    var first = 0
    for group in incoming.before + [last] {
      replace(group, from: first)
      first += group.count
    }
  }

  /// Stores a group whose satellites are in the places from `first` on.
  private mutating func replace(_ group: Group, from first: Int) {
    if !unfinished.isEmpty { unfinished.removeAll { $0.isOfSystem(of: group) } }
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
      Self.overwrite(&view.satellites, at: start, with: places, from: first, count: group.count)
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

  private mutating func remove(_ index: Int) {
    let start = groups[..<index].reduce(0) { $0 + $1.count }
    view.satellites.removeSubrange(start..<start + groups[index].count)
    groups.remove(at: index)
  }

  /// Records that no satellite is used any more, which changes the view even if no group comes.
  mutating func fixLost() { if !view.used.isEmpty { hasNews = true } }

  /// Returns the view, if it has changed since it was last returned.
  mutating func epochEnded(used: SatelliteSet) -> SatellitesInView? {
    updates &+= 1
    if let age = listedAge { listedAge = age + 1 }
    guard hasNews else { return nil }
    hasNews = false
    for index in groups.indices.reversed() {
      groups[index].age += 1
      if groups[index].age > Self.groupLifetime { remove(index) }
    }
    for index in unfinished.indices.reversed() {
      unfinished[index].age += 1
      if unfinished[index].age > Self.groupLifetime { unfinished.remove(at: index) }
    }
    view.used = used
    let shown = signals.map(view.with(signals:)) ?? view
    signals = nil
    listedCount = shown.count
    return shown
  }
}
