// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationGeometry

/// Compares the positions of several receivers with what their accuracies allow.
///
/// A receiver that does not state its accuracy is not compared: how far it may be off is not known.
struct FixComparison: Sendable {
  /// How many times the sum of two accuracies lies between positions that contradict each other.
  static let factor = 5.0
  /// The greatest difference in time at which two fixes are compared.
  private static let longest: Duration = .seconds(2)

  /// How far the last outlier is from the nearer one of the others, meters.
  private(set) var distance = 0.0
  /// The two receivers that contradict each other, as has been reported; empty if they agree.
  private var disagreeing: [String] = []

  /// Returns the receiver that contradicts two others which agree with each other; `nil` if there is none.
  ///
  /// Adds a notice when two receivers, and no third one that could decide, begin to contradict each other.
  mutating func compare(
    _ histories: [String: FixHistory], _ notices: inout [ReceiverNotice]
  ) -> String? {
    let order = histories.keys.sorted()
    if order.count == 2, let one = histories[order[0]], let other = histories[order[1]] {
      guard let relation = Self.relation(one, other) else { return nil }
      if relation.contradicts, disagreeing != order {
        notices.append(.disagreement(one.name, other.name, meters: relation.meters))
      }
      disagreeing = relation.contradicts ? order : []
      return nil
    }
    disagreeing = []
    for source in order {
      guard let history = histories[source] else { continue }
      let others = histories.filter { $0.key != source }
      let against = others.compactMapValues { Self.relation(history, $0) }
        .filter { $0.value.contradicts }
      let pairs = against.keys.lazy.flatMap { one in against.keys.map { (one, $0) } }
      let agree = pairs.contains { one, other in
        guard one != other, let first = others[one], let second = others[other] else {
          return false
        }
        return Self.relation(first, second)?.contradicts == false
      }
      if agree {
        distance = against.values.map(\.meters).min() ?? 0
        return source
      }
    }
    return nil
  }

  /// Returns how far two receivers are apart, and whether both cannot be right; `nil` if that is not known.
  private static func relation(
    _ one: FixHistory, _ other: FixHistory
  ) -> (meters: Double, contradicts: Bool)? {
    guard let first = one.fix, let second = other.fix, let accuracy = first.horizontalAccuracy,
      let otherAccuracy = second.horizontalAccuracy
    else { return nil }
    let time = time(from: first, to: second) ?? other.arrival - one.arrival
    let apart = time < .zero ? .zero - time : time
    guard apart <= longest else { return nil }
    // The slower one, since a wrong position makes a speed of its own.
    let speed = [one.speed, other.speed].compactMap(\.self).min() ?? 0
    let moved = speed * (apart / .seconds(1))
    let meters = distance(first, second)
    return (meters, meters > factor * (accuracy + otherAccuracy) + moved)
  }

  /// Returns the distance between two fixes of different receivers if it is more than both accuracies and the movement
  /// between them explain, meters.
  static func jump(from last: Fix, to fix: Fix) -> Double? {
    guard let accuracy = last.horizontalAccuracy, let next = fix.horizontalAccuracy else {
      return nil
    }
    let seconds = max((time(from: last, to: fix) ?? .zero) / .seconds(1), 0)
    let moved = max(last.speed ?? 0, fix.speed ?? 0) * seconds
    let meters = distance(last, fix)
    return meters > accuracy + next + moved ? meters : nil
  }

  /// Returns the time from one fix to another by the receivers' clocks; `nil` without dates.
  static func time(from last: Fix, to fix: Fix) -> Duration? {
    guard let start = last.time?.nanosecondsSince1970, let end = fix.time?.nanosecondsSince1970
    else { return nil }
    return .nanoseconds(end - start)
  }

  /// Returns the distance between two fixes, meters.
  static func distance(_ one: Fix, _ other: Fix) -> Double {
    Geodesic.distance(
      fromLatitude: one.latitude, longitude: one.longitude, toLatitude: other.latitude,
      longitude: other.longitude)
  }
}

/// What is known of one receiver when it is chosen among several.
struct FixHistory: Sendable {
  var name: String
  /// The last fix; `nil` once it is lost.
  private(set) var fix: Fix?
  /// The receiver's time of the last fix, nanoseconds since 1970; `nil` if it has no date.
  private var time: Int64?
  /// When the last fix arrived, lost or not.
  private(set) var arrival: Duration = .zero
  private(set) var period: Duration = FixAge.usualPeriod
  /// Whether it has been without a fix since its first one.
  private(set) var hasBeenLost = false
  /// Whether its positions are compared with those of others.
  let isCompared: Bool
  /// Whether it is an outlier; see ``FixComparison``.
  private(set) var isOutlier = false
  /// Whether a fix of it has been passed on.
  var hasBeenActive = false
  /// Whether it was active until it was lost, and has not been since.
  var isReplaced = false
  /// The satellites that it reported last; `nil` if it reports none.
  var satellites: SatellitesInView?
  /// Speed in meters per second, as reported or between its last two fixes, for comparisons only; `nil` if unknown.
  private(set) var speed: Double?
  /// Since when every epoch had a fix; `nil` without a fix.
  private var steadySince: Duration?
  private(set) var isGone = false

  init(name: String, isCompared: Bool) { (self.name, self.isCompared) = (name, isCompared) }

  mutating func received(_ fix: Fix, period: Duration?, at now: Duration) {
    if let period { self.period = period }
    let time = fix.time?.nanosecondsSince1970
    var elapsed = now - arrival
    if let last = self.time, let time { elapsed = .nanoseconds(time - last) }
    // Half an epoch more than one has passed since the fix before; division is generic.
    if self.fix == nil || elapsed + elapsed > self.period + self.period + self.period {
      hasBeenLost = hasBeenLost || steadySince != nil
      steadySince = now
    }
    speed = fix.speed ?? self.fix.flatMap { Self.speed(from: $0, to: fix, in: elapsed) }
    self.fix = fix
    (self.time, arrival, isGone) = (time, now, false)
  }

  private static func speed(from last: Fix, to fix: Fix, in time: Duration) -> Double? {
    time > .zero ? FixComparison.distance(last, fix) / (time / .seconds(1)) : nil
  }

  mutating func lost(isGone: Bool) {
    if fix != nil { hasBeenLost = true }
    (fix, steadySince) = (nil, nil)
    self.isGone = self.isGone || isGone
  }

  /// Takes the result of a comparison with others: an epoch with a wrong position is one without a fix.
  mutating func judged(isOutlier: Bool) {
    if isOutlier {
      (hasBeenLost, steadySince) = (true, nil)
    } else if self.isOutlier {
      steadySince = arrival
    }
    self.isOutlier = isOutlier
  }

  /// When its last fix is too old: two epochs later, and as much more as epochs vary.
  var expiry: Duration { arrival + period + period + max(period / 5, .milliseconds(50)) }

  func hasFix(at now: Duration) -> Bool { fix != nil && now < expiry }

  /// Whether its last fix is too old, and this has not been recorded.
  func isExpired(at now: Duration) -> Bool { fix != nil && now >= expiry }

  /// Whether it has a fix that nothing speaks against.
  func isUsable(at now: Duration) -> Bool { hasFix(at: now) && !isOutlier }

  /// Whether every epoch has had a fix for long enough to return to it.
  func isSteady(at now: Duration) -> Bool {
    guard isUsable(at: now), let steadySince else { return false }
    return now >= steadySince + ReceiverChoice.steadyTime
  }

  /// Whether it has gone, or two of its epochs are missing.
  func isOverdue(at now: Duration) -> Bool {
    isGone || isOutlier || now >= expiry
  }
}
