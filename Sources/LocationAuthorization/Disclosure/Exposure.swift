// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS

/// How much a client may see of what a receiver reports.
///
/// A service checks it before bytes leave the process. Within an application, ``Disclosure`` decides whether anything
/// is reported at all.
package enum Exposure: Int, Hashable, Sendable, CaseIterable {
  /// Only that there is a receiver, but not where it is.
  case nothing
  /// The place to a few kilometers.
  case reduced
  /// Everything.
  case full

  /// The exposure of a client with this accuracy.
  package init(_ accuracy: AuthorizedAccuracy) { self = accuracy == .full ? .full : .reduced }

  /// Returns a fix as far as it may be seen; `nil` if it may not be, or there is nothing new to see.
  package func disclosed(_ fix: Fix, by reducer: inout ReducedAccuracy) -> Fix? {
    switch self {
    case .nothing: nil
    case .reduced: reducer.reduce(fix)
    case .full: fix
    }
  }

  /// Whether the time at which a fix was lost may be seen.
  package var includesTimeOfLoss: Bool { self == .full }

  /// Whether headings may be seen, which do not reveal a place.
  package var includesHeadings: Bool { self != .nothing }

  /// Whether satellites, errors and the receiver's own sentences may be seen: satellites reveal the place to within
  /// some degrees, and sentences reveal it exactly.
  package var includesWhatTellsThePlace: Bool { self == .full }
}
