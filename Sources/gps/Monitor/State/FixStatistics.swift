// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import Glibc

/// Accuracy and satellites used, second by second, over the last five minutes.
struct FixHistory {
  struct Second: Hashable {
    /// The largest horizontal accuracy, meters; `nil` if none was reported.
    var accuracy: Double?
    /// The fewest satellites used; `nil` if none were reported.
    var satellites: Int?
  }

  static let length = 300

  /// The seconds with a fix, by their number on the monotonic clock.
  private var seconds: [Int64: Second] = [:]

  mutating func received(_ fix: Fix, at now: Duration) {
    let number = now.components.seconds
    var second = seconds[number] ?? Second()
    second.accuracy = [second.accuracy, fix.horizontalAccuracy].compactMap(\.self).max()
    second.satellites = [second.satellites, fix.satellitesUsed].compactMap(\.self).min()
    seconds[number] = second
    guard seconds.count > 2 * Self.length else { return }
    seconds = seconds.filter { number - $0.key < Self.length }
  }

  /// Returns the last five minutes, oldest second first; `nil` for a second without a fix.
  ///
  /// With a fix a second, two may fall into one second and none into the next: a single second without a fix repeats the
  /// second before it.
  func recent(at now: Duration) -> [Second?] {
    let first = now.components.seconds - Int64(Self.length - 1)
    return (0..<Int64(Self.length)).map { offset in
      let number = first + offset
      return seconds[number] ?? (seconds[number + 1] == nil ? nil : seconds[number - 1])
    }
  }
}

/// The delay from the receiver's bytes to a fix.
struct FixLatency {
  /// The number of fixes evaluated: a minute at 1 Hz.
  static let capacity = 60
  /// A pause of this length means that the next byte begins a new burst.
  private static let quiet = Duration.milliseconds(60)

  /// From the arrival of the last byte that a fix needed until the program had the fix.
  private(set) var delays: [Duration] = []
  /// The same from the first byte of the burst; `nil` if the line never pauses.
  private(set) var burst: Duration?

  private var burstStart: Duration?
  private var lastByte: Duration?
  private var lastFix: Duration?

  mutating func receivedBytes(at arrival: Duration) {
    var quiet = Self.quiet
    // At ten fixes a second there is no pause that long.
    if let last = period, last / 4 < quiet { quiet = last / 4 }
    if lastByte.map({ arrival - $0 >= quiet }) ?? false { burstStart = arrival }
    lastByte = arrival
  }

  /// - Parameter arrival: when its last byte arrived.
  mutating func receivedFix(arrival: Duration, at now: Duration) {
    if delays.count == Self.capacity { delays.removeFirst() }
    delays.append(max(.zero, now - arrival))
    if let lastFix, arrival > lastFix { period = arrival - lastFix }
    lastFix = arrival
    burst = burstStart.map { max(.zero, now - $0) }
    burstStart = nil
  }

  private var period: Duration?

  var summary: (median: Duration, longest: Duration)? {
    let sorted = delays.sorted()
    guard let longest = sorted.last else { return nil }
    return (sorted[(sorted.count - 1) / 2], longest)
  }

  mutating func clear() { delays = [] }
}

/// The scatter of the last positions around their mean.
struct FixScatter {
  /// A position relative to the mean, meters.
  struct Point: Hashable {
    var east: Double
    var north: Double

    var distance: Double { (east * east + north * north).squareRoot() }
  }

  static let capacity = 300
  static let fewest = 20

  private var positions: [(latitude: Double, longitude: Double)] = []

  mutating func received(_ fix: Fix) {
    guard abs(fix.latitude) <= 90, abs(fix.longitude) <= 180 else { return }
    if positions.count == Self.capacity { positions.removeFirst() }
    positions.append((fix.latitude, fix.longitude))
  }

  /// The positions relative to their mean, on a sphere: within 1 % for distances of a few kilometers.
  var points: [Point] {
    guard let first = positions.first else { return [] }
    let metersPerDegree = 111_195.0
    // Relative to the first position, so that the antimeridian is not a special case.
    let scale = metersPerDegree * cos(first.latitude * .pi / 180)
    var points = positions.map { position in
      var degrees = position.longitude - first.longitude
      if degrees > 180 { degrees -= 360 } else if degrees < -180 { degrees += 360 }
      return Point(
        east: degrees * scale, north: (position.latitude - first.latitude) * metersPerDegree)
    }
    let number = Double(points.count)
    let east = points.reduce(0) { $0 + $1.east } / number
    let north = points.reduce(0) { $0 + $1.north } / number
    for index in points.indices {
      points[index].east -= east
      points[index].north -= north
    }
    return points
  }

  /// Returns the radius around the mean that contains a share of the points, meters; `nil` with fewer than ``fewest``.
  ///
  /// By nearest rank: the smallest distance that at least this share of the points do not exceed.
  static func radius(holding share: Double, of points: [Point]) -> Double? {
    guard points.count >= fewest else { return nil }
    let distances = points.map(\.distance).sorted()
    let rank = Int((share * Double(distances.count)).rounded(.up))
    return distances[min(max(rank, 1), distances.count) - 1]
  }
}
