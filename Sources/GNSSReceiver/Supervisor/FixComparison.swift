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

  /// How far the last receiver that was wrong is from the nearer one of the others, meters.
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
