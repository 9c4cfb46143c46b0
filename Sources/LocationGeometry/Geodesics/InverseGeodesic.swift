// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS

/// Two places whose shortest path is wanted.
///
/// They are transformed so that the first is in the south and no nearer to the equator than the second, which is in the
/// east (Karney 2013, equation 44); the azimuths are transformed back at the end.
struct InverseGeodesic {
  let beta1: Angle
  let beta2: Angle
  /// `sqrt(1 + ep2 * sin²β)`.
  let dn1: Double
  let dn2: Double
  /// The difference of the longitudes, east positive.
  let lambda: Angle
  let lambdaRadians: Double

  private let isSwapped: Bool
  private let isFlippedNorth: Bool
  private let isFlippedEast: Bool

  /// Smaller than any angle that matters, but not zero.
  static let tiny = Double.leastNormalMagnitude.squareRoot()
  private static let tolerance = Double.ulpOfOne

  init(fromLatitude: Double, longitude: Double, toLatitude: Double, longitude to: Double) {
    let east = Angle.difference(to, longitude)
    isFlippedEast = east.sum.sign == .minus
    lambda = Angle(degrees: abs(east.sum), error: isFlippedEast ? -east.error : east.error)
    lambdaRadians = (abs(east.sum) + (isFlippedEast ? -east.error : east.error)) * (.pi / 180)

    isSwapped = abs(fromLatitude) < abs(toLatitude)
    let (first, second) = isSwapped ? (toLatitude, fromLatitude) : (fromLatitude, toLatitude)
    isFlippedNorth = first > 0
    let beta1 = Self.reduced(isFlippedNorth ? -first : first)
    var beta2 = Self.reduced(isFlippedNorth ? -second : second)
    // Equal latitudes must stay equal, or the roots below lose half of their digits.
    if abs(first) == abs(second) {
      beta2 = Angle(
        sine: beta2.sine < 0 ? beta1.sine : -beta1.sine, cosine: beta1.cosine)
    }
    self.beta1 = beta1
    self.beta2 = beta2
    dn1 = (1 + Ellipsoid.ep2 * beta1.sine * beta1.sine).squareRoot()
    dn2 = (1 + Ellipsoid.ep2 * beta2.sine * beta2.sine).squareRoot()
  }

  static func reduced(_ latitude: Double) -> Angle {
    let angle = Angle(degrees: latitude)
    let beta = Angle(towardsSine: (1 - Ellipsoid.f) * angle.sine, cosine: angle.cosine)
    return Angle(sine: beta.sine, cosine: max(tiny, beta.cosine))
  }

  // MARK: Answers

  mutating func distance() -> Double {
    if let simple = meridian() ?? equator() { return simple.distance }
    let start = GeodesicStart(self)
    if let short = start.short { return short.distance }
    return newton(from: start.azimuth, needsAzimuths: false).distance
  }

  mutating func path() -> Geodesic.Path {
    if let simple = meridian() ?? equator() { return turnedBack(simple) }
    let start = GeodesicStart(self)
    if let short = start.short { return turnedBack(short) }
    return turnedBack(newton(from: start.azimuth, needsAzimuths: true))
  }

  /// A path between the transformed places.
  struct Solution {
    var distance: Double
    var alpha1: Angle
    var alpha2: Angle
  }

  private func turnedBack(_ solution: Solution) -> Geodesic.Path {
    var (first, second) = (solution.alpha1, solution.alpha2)
    if isSwapped { (first, second) = (second, first) }
    if isFlippedEast { (first.sine, second.sine) = (-first.sine, -second.sine) }
    if isSwapped != isFlippedNorth {
      (first.cosine, second.cosine) = (-first.cosine, -second.cosine)
    }
    return Geodesic.Path(
      distance: solution.distance, initialAzimuth: first.degrees, finalAzimuth: second.degrees)
  }

  // MARK: Simple paths

  /// Returns the path along a meridian, if both places are on one and it is the shortest path.
  private func meridian() -> Solution? {
    guard beta1.cosine == Self.tiny || lambda.sine == 0 else { return nil }
    let alpha2 = Angle(sine: 0, cosine: 1)
    let sigma1 = Angle(sine: beta1.sine, cosine: lambda.cosine * beta1.cosine)
    let sigma2 = Angle(sine: beta2.sine, cosine: beta2.cosine)
    let arc = GeodesicArc(sigma1: sigma1, sigma2: sigma2, dn1: dn1, dn2: dn2, k2: Ellipsoid.ep2)
    guard arc.sigma12 < 1 || arc.reducedLength >= 0 else { return nil }
    return Solution(distance: arc.distance, alpha1: lambda, alpha2: alpha2)
  }

  /// Returns the path along the equator, if it is the shortest path.
  private func equator() -> Solution? {
    guard beta1.sine == 0, lambdaRadians <= .pi * (1 - Ellipsoid.f) else { return nil }
    let east = Angle(sine: 1, cosine: 0)
    return Solution(distance: Ellipsoid.a * lambdaRadians, alpha1: east, alpha2: east)
  }

  // MARK: Newton's method

  /// Adjusts the first azimuth until the path ends at the longitude of the second place.
  ///
  /// Where Newton's step leaves the bracket, the bracket is halved: at most 83 iterations, usually two or three.
  private func newton(from start: Angle, needsAzimuths: Bool) -> Solution {
    var alpha1 = start
    var low = Angle(sine: Self.tiny, cosine: 1)
    var high = Angle(sine: Self.tiny, cosine: -1)
    var tries = GeodesicTry(self, alpha1)
    var isLast = false
    for round in 0..<83 {
      let miss = tries.miss
      if isLast || !(abs(miss) >= (needsAzimuths ? 1 : 8) * Self.tolerance) { break }
      if miss > 0, alpha1.isBefore(high) { high = alpha1 }
      if miss < 0, !alpha1.isBefore(low) { low = alpha1 }
      let slope = tries.slope
      if !needsAzimuths, let distance = tries.correctedDistance(slope: slope) {
        return Solution(distance: distance, alpha1: alpha1, alpha2: tries.alpha2)
      }
      if round < 20, slope > 0, let next = alpha1.turned(-miss / slope) {
        alpha1 = next
        isLast = abs(miss) <= 16 * Self.tolerance
      } else {
        let middle = Angle(
          towardsSine: (low.sine + high.sine) / 2, cosine: (low.cosine + high.cosine) / 2)
        isLast = alpha1.isNear(middle, 8 * Self.tolerance)
        alpha1 = middle
      }
      tries = GeodesicTry(self, alpha1)
    }
    return Solution(distance: tries.arc.distance, alpha1: alpha1, alpha2: tries.alpha2)
  }
}

extension Angle {
  /// Whether this angle is smaller, for angles in `0...π`.
  fileprivate func isBefore(_ other: Angle) -> Bool {
    cosine * other.sine > other.cosine * sine
  }

  fileprivate func isNear(_ other: Angle, _ tolerance: Double) -> Bool {
    abs(sine - other.sine) + abs(cosine - other.cosine) < tolerance
  }

  /// Returns the angle turned by an angle in radians; `nil` if that is not in `0...π`.
  fileprivate func turned(_ radians: Double) -> Angle? {
    guard abs(radians) < .pi else { return nil }
    let turned = self + Angle(radians: radians)
    return turned.sine > 0 ? Angle(towardsSine: turned.sine, cosine: turned.cosine) : nil
  }
}
