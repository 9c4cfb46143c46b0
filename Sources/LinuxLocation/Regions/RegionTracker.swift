// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation

/// The side of a circle's edge on which the device is, by the times and accuracies of the fixes.
///
/// Noise at the edge and single outliers change nothing: the device must be beyond the edge by a margin for ``dwell``, and
/// two consecutive fixes within the margin end the attempt.
struct RegionTracker: Sendable {
  /// The time on the other side before it counts, seconds.
  static let dwell: TimeInterval = 20
  /// The least distance from the edge that counts as beyond it, meters.
  static let leastMargin: CLLocationDistance = 15
  /// The margin as a multiple of the accuracy, if that is more: 3.8 σ across the edge.
  static let marginFactor = 2.5
  /// The margin for fixes without an accuracy, meters.
  static let blindMargin: CLLocationDistance = 20
  /// The worst accuracy of a fix that is used, meters; the radius if that is larger.
  static let worstAccuracy: CLLocationAccuracy = 50
  /// The number of consecutive fixes on one side that determine the state at the beginning.
  static let firstCount = 3

  let center: CLLocationCoordinate2D
  let radius: CLLocationDistance
  private(set) var state: CLRegionState
  /// The state that the application knows, while the present one waits for the person's answer.
  private var knownState: CLRegionState?
  private var pending: Pending?

  private struct Pending: Sendable {
    var state: CLRegionState
    var since: Date
    var agreeing = 1
    var denying = 0
  }

  init(center: CLLocationCoordinate2D, radius: CLLocationDistance, state: CLRegionState = .unknown)
  {
    self.center = center
    self.radius = radius
    self.state = state
  }

  /// Processes a fix, and returns whether it changes the state.
  ///
  /// - Parameter isHeld: whether the application learns of a change only if the person allows that.
  mutating func received(_ location: CLLocation, isHeld: Bool) -> Bool {
    let before = state
    guard received(location) else { return false }
    knownState = isHeld ? knownState ?? before : nil
    return true
  }

  /// Whether a change waits for the person's answer.
  var isHeld: Bool { knownState != nil }

  /// Keeps or undoes the change that waited for the person's answer.
  mutating func settleHeld(_ isAllowed: Bool) {
    if !isAllowed, let knownState { (state, pending) = (knownState, nil) }
    knownState = nil
  }

  /// Processes a fix, and returns whether it changes the state.
  mutating func received(_ location: CLLocation) -> Bool {
    let accuracy = location.horizontalAccuracy
    guard accuracy <= max(radius, Self.worstAccuracy) else { return false }
    let distance = location.coordinate.distance(from: center)
    guard distance.isFinite else { return false }
    let side: CLRegionState = distance <= radius ? .inside : .outside
    if state == .unknown { return settle(side, at: location.timestamp) }
    let isBeyond = isBeyondMargin(distance, accuracy)
    if let pending, location.timestamp >= pending.since {
      return isBeyond ? confirm(at: location.timestamp) : deny()
    }
    pending = isBeyond ? Pending(state: side, since: location.timestamp) : nil
    return false
  }

  private func isBeyondMargin(_ distance: CLLocationDistance, _ accuracy: CLLocationAccuracy)
    -> Bool
  {
    let margin =
      accuracy < 0 ? Self.blindMargin : max(Self.leastMargin, Self.marginFactor * accuracy)
    return state == .inside
      ? distance >= radius + margin
        // Limited, so that a small circle can be entered too.
      : distance <= radius - min(margin, radius / 3)
  }

  private mutating func settle(_ side: CLRegionState, at time: Date) -> Bool {
    if var pending, pending.state == side {
      pending.agreeing += 1
      self.pending = pending
    } else {
      pending = Pending(state: side, since: time)
    }
    guard let pending, pending.agreeing >= Self.firstCount else { return false }
    self.pending = nil
    state = side
    return true
  }

  private mutating func confirm(at time: Date) -> Bool {
    guard var pending else { return false }
    pending.denying = 0
    self.pending = pending
    guard time.timeIntervalSince(pending.since) >= Self.dwell else { return false }
    state = pending.state
    self.pending = nil
    return true
  }

  private mutating func deny() -> Bool {
    pending?.denying += 1
    if let pending, pending.denying >= 2 { self.pending = nil }
    return false
  }
}
