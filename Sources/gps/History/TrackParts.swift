// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LinuxSystem
import LocationGeometry
import TrackStore

/// The trips and stops of a stored track in a period, with their true beginnings and ends.
struct TrackParts {
  let parts: [TrackPart]

  /// How far before and after the period fixes are read, nanoseconds, until no part is cut off; `nil` for all.
  private static let margins: [Int64?] = [86_400_000_000_000, 30 * 86_400_000_000_000, nil]

  /// From and to are nanoseconds since 1970, and `nil` for the whole track.
  init(_ store: PositionStore, from start: Int64?, to end: Int64?, near circle: Circle?) throws {
    let (first, last) = (start.map(Self.seconds), end.map(Self.seconds))
    // A part may span the whole period without a fix in it.
    let before = try start.flatMap { try store.neighbors(of: $0) { _ in true }.before }
    let after = try end.flatMap { try store.neighbors(of: $0) { _ in true }.after }
    let from = before?.time?.nanosecondsSince1970 ?? start
    let to = after?.time?.nanosecondsSince1970 ?? end
    var (back, ahead) = (0, 0)
    while true {
      let query = TrackQuery(
        start: from.flatMap { from in Self.margins[back].map { from - $0 } },
        end: to.flatMap { to in Self.margins[ahead].map { to + $0 } })
      let reading = try Reading(store, near: circle, query)
      let wanted = reading.parts.filter {
        $0.end >= first ?? -.infinity && $0.start <= last ?? .infinity
      }
      // The first and the last part of what was read may be longer.
      let isCutBefore =
        query.start != nil && !wanted.isEmpty && wanted.first == reading.parts.first
      let isCutAfter = query.end != nil && !wanted.isEmpty && wanted.last == reading.parts.last
      guard isCutBefore || isCutAfter else {
        parts = wanted.filter(reading.isNear)
        return
      }
      if isCutBefore { back += 1 }
      if isCutAfter { ahead += 1 }
    }
  }

  private static func seconds(_ nanoseconds: Int64) -> Double { Double(nanoseconds) / 1e9 }
}

private struct Reading {
  private(set) var parts: [TrackPart] = []
  private let circle: Circle?
  private var visits: [ClosedRange<Double>] = []

  init(_ store: PositionStore, near circle: Circle?, _ query: TrackQuery) throws {
    self.circle = circle
    var detector = TripDetector()
    var isInside = false
    try store.track(query) { fix in
      guard let point = TripFix(fix) else { return }
      if let circle, point.isUsable {
        let wasInside = isInside
        isInside = circle.distance(to: fix) <= circle.radius
        if isInside { visit(point.time, begins: !wasInside) }
      }
      detector.received(point) { parts.append($0) }
    }
    detector.finish { parts.append($0) }
  }

  private mutating func visit(_ time: Double, begins: Bool) {
    if begins {
      visits.append(time...time)
    } else if let last = visits.popLast() {
      visits.append(last.lowerBound...time)
    }
  }

  func isNear(_ part: TrackPart) -> Bool {
    guard let circle else { return true }
    if case .stop(let stop) = part {
      return Geodesic.distance(
        fromLatitude: circle.latitude, longitude: circle.longitude, toLatitude: stop.latitude,
        longitude: stop.longitude) <= circle.radius
    }
    let next = visits.partitioningIndex { $0.upperBound >= part.start }
    return next < visits.count && visits[next].lowerBound <= part.end
  }
}
