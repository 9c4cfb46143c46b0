// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
import Glibc

/// How much a client may see of what a receiver reports.
///
/// A service checks it before bytes leave the process. Within an application, its permission decides whether anything
/// is reported at all.
package enum Disclosure: Int, Hashable, Sendable, CaseIterable {
  /// Only that there is a receiver, but not where it is.
  case nothing
  /// The place to a few kilometers, every quarter of an hour.
  case reduced
  /// Everything.
  case full

  package init(_ accuracy: AuthorizedAccuracy) { self = accuracy == .full ? .full : .reduced }
}

extension ReceiverReport {
  /// Returns the report as far as a client may see it; `nil` if it may not, or if there is nothing new to see.
  ///
  /// Less than everything is the center of a cell now and then: satellites and errors would reveal the place to within some
  /// degrees, and headings and losses of the fix a way through streets.
  package func disclosed(
    to disclosure: Disclosure, by reducer: inout ReducedAccuracy
  ) -> ReceiverReport? {
    switch (disclosure, self) {
    case (.full, _): self
    case (.reduced, .fix(let fix)): reducer.reduce(fix).map { .fix($0) }
    case (.reduced, _), (.nothing, _): nil
    }
  }
}

/// Makes fixes less exact, for a person who grants only reduced accuracy.
///
/// Places are snapped to the center of a cell in a fixed grid, so that many fixes reveal no more than one. A new fix is
/// passed on every 15 minutes of the receiver's time at most. Until then, the latest one may be repeated as often as it is
/// asked for, since it reveals nothing more.
package struct ReducedAccuracy: Sendable {
  /// The height of a cell in degrees, about 5 km.
  ///
  /// Its width is the same in meters, as closely as a whole number of cells around the earth allows.
  static let step = 0.045
  /// The distance from the center of a cell to its corner, in meters.
  package static let accuracy = 3600.0
  /// The shortest time between two fixes.
  package static let interval = Duration.seconds(900)

  /// The latest reduced fix; `nil` before the first.
  package private(set) var fix: Fix?

  package init() {}

  /// Reduces an exact fix; `nil` if the result is not new, or the fix has no date.
  ///
  /// Only the cell, the time, the source and whether the fix is simulated remain.
  package mutating func reduce(_ exact: Fix) -> Fix? {
    guard let now = exact.time?.nanosecondsSince1970 else { return nil }
    if let last = fix?.time?.nanosecondsSince1970, now >= last,
      .nanoseconds(now - last) < Self.interval
    {
      return nil
    }
    let place = Self.snap(latitude: exact.latitude, longitude: exact.longitude)
    var reduced = Fix(time: exact.time, latitude: place.latitude, longitude: place.longitude)
    reduced.quality = exact.isSimulated ? exact.quality : nil
    reduced.source = exact.source
    reduced.horizontalAccuracy = Self.accuracy
    reduced.horizontalAccuracySource = .assumed
    fix = reduced
    return reduced
  }

  /// Returns the center of the cell in which a place lies.
  package static func snap(
    latitude: Double, longitude: Double
  ) -> (latitude: Double, longitude: Double) {
    let row = min((latitude / step).rounded(.down), 90 / step - 1)
    let middle = (row + 0.5) * step
    // As many cells as fit around this row.
    let count = max((360 * cos(middle * .pi / 180) / step).rounded(.down), 1)
    let width = 360 / count
    let column = min(((longitude + 180) / width).rounded(.down), count - 1)
    return (middle, (column + 0.5) * width - 180)
  }
}
