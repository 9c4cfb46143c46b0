// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS

extension Fix {
  /// Creates the fix that there would have been at a time, on the shortest way between two that follow each other.
  ///
  /// Its accuracy is that of the worse of the two; after more than a minute without a fix, half of their distance if
  /// that is more, since nobody knows the way.
  ///
  /// - Parameters:
  ///   - time: nanoseconds since 1970, between those of the fixes.
  /// - Returns: `nil` if they belong neither to one trip nor to one stop.
  package init?(at time: Int64, between before: Fix, and after: Fix) {
    guard let start = before.time?.nanosecondsSince1970, let end = after.time?.nanosecondsSince1970,
      start <= time, time <= end, let first = TripFix(before), let second = TripFix(after),
      TripRules.connects(first, second)
    else { return nil }
    guard end > start else {
      self = before
      return
    }
    let part = Double(time - start) / Double(end - start)
    let path = Geodesic.inverse(
      fromLatitude: before.latitude, longitude: before.longitude, toLatitude: after.latitude,
      longitude: after.longitude)
    let place = Geodesic.direct(
      fromLatitude: before.latitude, longitude: before.longitude, azimuth: path.initialAzimuth,
      distance: path.distance * part)
    self.init(
      time: FixTime(nanosecondsSince1970: time), latitude: place.latitude,
      longitude: place.longitude)
    func between(_ value: KeyPath<Fix, Double?>) -> Double? {
      guard let old = before[keyPath: value], let new = after[keyPath: value] else { return nil }
      return old + (new - old) * part
    }
    altitude = between(\.altitude)
    speed = between(\.speed)
    let accuracies = [before, after].compactMap(\.horizontalAccuracy)
    let doubt = second.time - first.time > 60 ? path.distance / 2 : 0
    if accuracies.count == 2 || doubt > 0 {
      horizontalAccuracy = max(accuracies.max() ?? 0, doubt)
      horizontalAccuracySource = .assumed
    }
  }
}
