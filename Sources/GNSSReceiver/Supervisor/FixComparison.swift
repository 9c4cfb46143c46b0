// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationGeometry
import LocationProtocols

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
  /// The names of the two receivers that contradict each other, as has been reported; empty if they agree.
  private var disagreeing: [String] = []

  /// Returns the position of the receiver that contradicts two others which agree with each other; `nil` if there is none.
  ///
  /// Adds a notice when two receivers, and no third one that could decide, begin to contradict each other.
  ///
  /// - Parameter present: the receivers that have a fix, by their positions among the sessions.
  mutating func compare(
    _ present: [(index: Int, history: FixHistory)], into notices: inout [ReceiverNotice]
  ) -> Int? {
    if present.count == 2 {
      let (one, other) = (present[0].history, present[1].history)
      guard let relation = Self.relation(one, other) else { return nil }
      if relation.contradicts, disagreeing != [one.name, other.name] {
        notices.append(.disagreement(one.name, other.name, meters: relation.meters))
      }
      disagreeing = relation.contradicts ? [one.name, other.name] : []
      return nil
    }
    disagreeing = []
    for (index, history) in present {
      let against = present.compactMap { other -> (history: FixHistory, meters: Double)? in
        guard other.index != index, let relation = Self.relation(history, other.history),
          relation.contradicts
        else { return nil }
        return (other.history, relation.meters)
      }
      let agree = against.indices.contains { one in
        against[..<one].contains {
          Self.relation($0.history, against[one].history)?.contradicts == false
        }
      }
      if agree {
        distance = against.map(\.meters).min() ?? 0
        return index
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
