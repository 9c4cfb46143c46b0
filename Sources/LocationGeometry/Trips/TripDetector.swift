// Core Location for Linux. SPDX-License-Identifier: MIT

/// Divides a track into stops and trips, going by the times of its fixes, which are passed to it one by one.
///
/// A stop is five minutes within 75 m. An absence that is shorter, and leads back, does not end it. What is between two
/// stops is a trip. Fixes whose accuracy is worse than 75 m are left out, and so is what only such fixes support. After
/// an hour without a fix, another trip begins; a gap is part of a stop if both its ends are. A single fix that nothing can
/// have reached is left out.
package struct TripDetector: Sendable {
  private var last: TripFix?
  /// A fix since then that nothing can have reached from there.
  private var stray: TripFix?
  /// Whether inaccurate fixes have come since then.
  private var isBesideBad = false
  /// Whether the last fix was outside the stop, and counted for its end.
  private var isAway = false
  private var stop: StopInProgress?
  /// The trip under way, also of an absence from a stop; `nil` within one.
  private var path: TripPath?
  /// `nil` within a stop.
  private var candidate: StopCandidate?

  package init() {}

  /// - Parameter body: called with each part that is complete, in the order of their times.
  package mutating func received(_ fix: TripFix, _ body: (TrackPart) throws -> Void) rethrows {
    guard fix.isUsable else {
      if isAway, !isBesideBad { stop?.doubt() }
      isBesideBad = true
      return
    }
    // A track has one place for each time.
    if let last {
      guard fix.time > last.time else { return }
      if TripRules.isImpossible(from: last, to: fix) {
        guard let stray, !TripRules.isImpossible(from: stray, to: fix) else {
          self.stray = fix
          return
        }
        // The second one says that it is somewhere else.
        try finish(body)
        try received(stray, body)
        return try received(fix, body)
      }
      stray = nil
      if fix.time - last.time > TripRules.longestGap, !isWhereItWas(fix) { try finish(body) }
    }
    if stop?.hasEnded(by: fix.time) ?? false, let ended = stop.take() {
      try body(.stop(ended.stop))
    }
    isAway = false
    if stop?.contains(fix) ?? false {
      stop?.stay(fix)
      (path, candidate) = (nil, nil)
    } else {
      try move(fix, body)
    }
    (last, isBesideBad) = (fix, false)
  }

  /// The way so far if it is no trip: one that has not left the surroundings of the place where the track begins.
  var shortWay: Trip? { stop == nil && path?.hasLeft == false ? path?.trip : nil }

  /// Completes what the last fixes have begun.
  package mutating func finish(_ body: (TrackPart) throws -> Void) rethrows {
    let isLeft = path != nil && stop?.isLeft ?? true
    if let stop { try body(.stop(isLeft ? stop.stop : stop.stopToLast)) }
    if let path, isLeft { try Self.pass(path, body) }
    self = TripDetector()
  }

  /// Processes a fix outside a stop.
  private mutating func move(_ fix: TripFix, _ body: (TrackPart) throws -> Void) rethrows {
    if stop != nil {
      stop?.leave(fix, isBesideBad: isBesideBad)
      isAway = true
      if path == nil { path = stop?.departure }
    }
    let before = path
    if path == nil { path = TripPath(from: fix) } else { path?.append(fix) }
    if candidate == nil {
      candidate = StopCandidate(at: fix, after: before)
    } else {
      candidate?.received(fix, after: before)
    }
    guard candidate?.isStop ?? false, stop?.isLeft ?? true, let found = candidate.take()?.found
    else { return }
    // It is somewhere else for as long as a stop takes.
    if let stop { try body(.stop(stop.stop)) }
    if let path = found.trip { try Self.pass(path, body) }
    stop = found.stop
    (path, isAway) = (nil, false)
  }

  /// Passes on a trip, if it has been anywhere.
  private static func pass(_ path: TripPath, _ body: (TrackPart) throws -> Void) rethrows {
    if path.hasLeft { try body(.trip(path.trip)) }
  }

  /// Whether a fix after a gap is at the stop, or the place that may become one, at which the gap began.
  private func isWhereItWas(_ fix: TripFix) -> Bool {
    guard let last else { return false }
    if let stop, stop.contains(last) { return stop.contains(fix) }
    if let candidate, candidate.contains(last) { return candidate.contains(fix) }
    return false
  }
}
