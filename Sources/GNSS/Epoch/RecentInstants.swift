// Core Location for Linux. SPDX-License-Identifier: MIT

/// The instants that a receiver has reported lately, and what it has reported about each.
///
/// A sentence about one of them is late, and adds no fix. What fills a gap between them is new, although it comes out of
/// order.
struct RecentInstants: Sendable {
  /// An instant, and the kinds of sentences that have come about it.
  struct Instant: Sendable {
    /// Nanoseconds of the day.
    fileprivate(set) var time: Int64
    var kinds: Contribution.Kinds = []
    /// The first position reported for it.
    var position: Coordinate?
    /// How many times that has been sent again.
    private var repetitions: UInt8 = 0
    /// More often, only a recording of a few seconds in a loop sends it.
    private static let mostRepetitions = 8

    fileprivate init(time: Int64) { self.time = time }

    /// Counts a position, and returns whether it is this one, sent again.
    mutating func isRepeated(by other: Coordinate?) -> Bool {
      guard isAt(other), repetitions < Self.mostRepetitions else { return false }
      repetitions += 1
      return true
    }

    /// Whether its position is this one, to a centimeter.
    func isAt(_ other: Coordinate?) -> Bool {
      guard let position, let other else { return false }
      return other.isWithin(1e-7, of: position)
    }

    @inline(__always)
    mutating func add(_ kind: Contribution, _ position: Coordinate?) -> Bool {
      let isFirst = kinds.insert(kind.bit).inserted
      if self.position == nil { self.position = position }
      return isFirst
    }
  }

  /// The greatest difference in nanoseconds of times that are one instant: receivers print `.758` here and `.76` there.
  static let sameInstant: Int64 = 10_000_000
  /// How far back sentences may be out of order, or lag behind others.
  static let reach: Int64 = 10_000_000_000
  /// How many instants are known however long ago they were: a sentence may lag behind others over a gap.
  private static let leastKept = 4
  private static let capacity = 128

  /// The instants in the order in which they began; once it is full, the oldest is overwritten.
  private var instants: [Instant] = []
  private var newest = 0

  var current: Instant? { instants.isEmpty ? nil : instants[newest] }

  mutating func begin(at time: Int64) {
    guard instants.count == Self.capacity else {
      newest = instants.count
      return instants.append(Instant(time: time))
    }
    newest = newest == Self.capacity - 1 ? 0 : newest + 1
    instants[newest] = Instant(time: time)
  }

  mutating func moveCurrent(to time: Int64) { instants[newest].time = time }

  @inline(__always)
  func isCurrent(_ time: Int64) -> Bool {
    !instants.isEmpty && Self.isSame(time, instants[newest].time)
  }

  /// Adds a sentence to the instant that began last, and returns whether it is the first of its kind.
  @inline(__always)
  mutating func add(_ kind: Contribution, _ position: Coordinate?) -> Bool {
    instants[newest].add(kind, position)
  }

  /// Returns where an instant is that began lately, or is less than ``reach`` before `latest`.
  func place(of time: Int64, before latest: Int64) -> Int? {
    let lag = timeDifference(latest, time)
    guard lag > -Self.sameInstant else { return nil }
    // A late sentence is seldom late by much.
    for age in 0..<min(instants.count, lag <= Self.reach ? Self.capacity : Self.leastKept) {
      let place = newest >= age ? newest - age : newest - age + instants.count
      if Self.isSame(time, instants[place].time) { return place }
    }
    return nil
  }

  subscript(place: Int) -> Instant {
    get { instants[place] }
    set { instants[place] = newValue }
  }

  /// Whether the receiver has skipped a time: little is known from before it, or the instants next to it are so far
  /// apart that others are missing.
  func hasGap(at time: Int64, before latest: Int64) -> Bool {
    var before = 0
    var distance = Int64.max
    var shortest = Int64.max
    for (index, instant) in instants.enumerated() {
      let age = timeDifference(latest, instant.time)
      guard (0...2 * Self.reach).contains(age) else { continue }
      let lead = timeDifference(time, instant.time)
      if lead > 0 { before += 1 }
      distance = min(distance, abs(lead))
      for other in instants[..<index] {
        shortest = min(shortest, abs(timeDifference(instant.time, other.time)))
      }
    }
    return before < Self.leastKept || distance > shortest / 2
  }

  static func isSame(_ time: Int64, _ other: Int64) -> Bool {
    let distance = abs(time - other)
    if distance <= sameInstant { return true }
    // One before midnight, one after; but a leap second is not the midnight that follows it.
    return distance >= nanosecondsPerDay - sameInstant && max(time, other) < nanosecondsPerDay
  }
}

/// Returns how far a time of day is ahead of another, across midnight if that is shorter.
package func timeDifference(_ time: Int64, _ other: Int64) -> Int64 {
  let step = time - other
  if step > nanosecondsPerDay / 2 { return step - nanosecondsPerDay }
  return step < -nanosecondsPerDay / 2 ? step + nanosecondsPerDay : step
}

/// Counts instants that come one after the other although later ones have been reported.
///
/// A few are late, or are sent again. More than that are those of a clock that was set back.
struct InstantsBehind: Sendable {
  /// How many are late, at most.
  private static let most = 5

  private(set) var count = 0
  /// Nanoseconds of the day.
  private var first: Int64 = 0
  private var last: Int64 = 0
  /// How long those of a clock that was set back last, at least, by their own times.
  private let leastDuration: Int64

  init(lasting leastDuration: Int64 = 0) { self.leastDuration = leastDuration }

  /// Adds a sentence about such an instant, and returns whether the clock was set back.
  mutating func add(_ time: Int64) -> Bool {
    let step = timeDifference(time, last)
    guard count > 0, step >= -RecentInstants.sameInstant else {
      (count, first, last) = (1, time, time)
      return false
    }
    guard step > RecentInstants.sameInstant else { return false }
    (count, last) = (count + 1, time)
    return count > Self.most && timeDifference(time, first) >= leastDuration
  }

  /// Records that a later instant has come.
  mutating func end() { count = 0 }
}
