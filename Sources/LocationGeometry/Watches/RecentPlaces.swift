// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS

/// The fixes of the last ten seconds, whose median is where the boat is, whatever one of them says.
package struct RecentPlaces: Sendable {
  package struct Place: Hashable, Sendable {
    /// Degrees north, −90…90, and east, −180…180.
    package var latitude: Double
    package var longitude: Double

    package init(latitude: Double, longitude: Double) {
      (self.latitude, self.longitude) = (latitude, longitude)
    }
  }

  private var fixes: [(fix: Fix, arrival: Duration)] = []

  package static let length: Duration = .seconds(10)
  /// More than a receiver sends in that time.
  private static let most = 256

  package init() {}

  package mutating func received(_ fix: Fix, at arrival: Duration) {
    fixes.removeAll { arrival - $0.arrival > Self.length }
    if fixes.count >= Self.most { fixes.removeFirst() }
    fixes.append((fix, arrival))
  }

  /// Returns the median of the latitudes and that of the longitudes; `nil` if no fix is recent.
  package func median(at now: Duration) -> Place? {
    let recent = fixes.filter { now - $0.arrival <= Self.length }.map(\.fix)
    guard let last = recent.last else { return nil }
    // Seen from the last one, since longitudes jump at the antimeridian.
    let eastward = recent.map { ($0.longitude - last.longitude).remainder(dividingBy: 360) }
    let longitude = last.longitude + Self.median(of: eastward)
    return Place(
      latitude: Self.median(of: recent.map(\.latitude)),
      longitude: longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude)
  }

  private static func median(of values: [Double]) -> Double {
    let sorted = values.sorted()
    return (sorted[sorted.count / 2] + sorted[(sorted.count - 1) / 2]) / 2
  }
}
