// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationGeometry

extension Gazetteer {
  /// The distance, meters, beyond which a town says nothing about a place.
  package static let reach = 50_000.0

  /// A radius that no town on earth exceeds, meters.
  private static let largestRadius = 40_000.0

  /// Returns the nearest town by geodesic distance.
  ///
  /// - Parameter limit: meters.
  /// - Returns: `nil` if no town is within the limit, or the coordinate is invalid.
  package func nearest(
    latitude: Double, longitude: Double, within limit: Double = Self.reach
  ) -> (index: Int, distance: Double)? {
    guard abs(latitude) <= 90, longitude.isFinite else { return nil }
    var best: (index: Int, distance: Double)?
    // A chord is shorter than the geodesic, so no town nearer than the best is left out.
    search(around: Self.point(latitude, longitude), within: limit) { index, limit in
      let distance = self.distance(of: index, latitude, longitude)
      guard distance <= limit, distance != best?.distance || index < best?.index ?? .max else {
        return limit
      }
      best = (index, distance)
      return distance
    }
    return best
  }

  /// Returns the town to which a place belongs: the nearest one, except for places within a large one.
  ///
  /// Quarters of a large city are towns of their own in the gazetteer, and one of them is usually nearer than the
  /// city's point. Of the towns whose radius contains the place, the result is therefore the one with the smallest
  /// ratio of distance to radius.
  package func town(around latitude: Double, _ longitude: Double) -> Town? {
    guard let nearest = nearest(latitude: latitude, longitude: longitude) else { return nil }
    var best: (town: Town, part: Double)?
    search(around: Self.point(latitude, longitude), within: Self.largestRadius) { index, limit in
      let town = self.town(index)
      let part = self.distance(of: index, latitude, longitude) / town.radius
      if part < 1, part < best?.part ?? 1 { best = (town, part) }
      return limit
    }
    return best?.town ?? town(nearest.index)
  }

  private func distance(of index: Int, _ latitude: Double, _ longitude: Double) -> Double {
    let place = place(index)
    return Geodesic.distance(
      fromLatitude: latitude, longitude: longitude, toLatitude: place.latitude,
      longitude: place.longitude)
  }

  // MARK: The tree

  /// Calls the body with each town within a distance, straight through the earth; the body may reduce the distance.
  private func search(
    around point: SIMD3<Double>, within limit: Double, _ body: (Int, Double) -> Double
  ) {
    var limit = limit
    search(0..<count, axis: 0, point, &limit, body)
  }

  private func search(
    _ range: Range<Int>, axis: Int, _ point: SIMD3<Double>, _ limit: inout Double,
    _ body: (Int, Double) -> Double
  ) {
    guard !range.isEmpty else { return }
    let middle = range.lowerBound + range.count / 2
    let place = place(middle)
    let town = Self.point(place.latitude, place.longitude)
    let apart = town - point
    // A millimeter for the rounding of coordinates, here and where the file was created.
    if (apart * apart).sum() <= (limit + 0.001) * (limit + 0.001) { limit = body(middle, limit) }
    let next = (axis + 1) % 3
    let (lower, upper) = (range.lowerBound..<middle, middle + 1..<range.upperBound)
    let isAbove = apart[axis] <= 0
    search(isAbove ? upper : lower, axis: next, point, &limit, body)
    if abs(apart[axis]) <= limit + 0.001 {
      search(isAbove ? lower : upper, axis: next, point, &limit, body)
    }
  }

  /// Returns a place as meters from the center of the earth.
  private static func point(_ latitude: Double, _ longitude: Double) -> SIMD3<Double> {
    let (phi, lambda) = (latitude * .pi / 180, longitude * .pi / 180)
    let normal = Ellipsoid.primeVerticalRadius(at: phi)
    let out = normal * .cosine(phi)
    return SIMD3(
      out * .cosine(lambda), out * .sine(lambda), normal * (1 - Ellipsoid.e2) * .sine(phi))
  }
}
