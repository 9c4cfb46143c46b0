// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS

/// How much of what a receiver reports somebody may know.
///
/// A service asks it before bytes leave the process. Within an application, ``Disclosure`` decides whether anything is
/// reported at all.
package enum Exposure: Int, Hashable, Sendable, CaseIterable {
  /// That there is a receiver, and nothing of where it is.
  case nothing
  /// The place to a few kilometers.
  case reduced
  /// Everything.
  case full

  /// That of somebody who is allowed this accuracy.
  package init(_ accuracy: AuthorizedAccuracy) { self = accuracy == .full ? .full : .reduced }

  /// A fix as far as it may be known; `nil` if it may not, or is no news.
  package func disclosed(_ fix: Fix, by reducer: inout ReducedAccuracy) -> Fix? {
    switch self {
    case .nothing: nil
    case .reduced: reducer.reduce(fix)
    case .full: fix
    }
  }

  /// Whether it may be known when a fix was lost.
  package var includesTimeOfLoss: Bool { self == .full }

  /// Whether headings may be known, which say nothing of a place.
  package var includesHeadings: Bool { self != .nothing }

  /// Whether satellites, errors and the receiver's own sentences may be known: the sky tells the place to some degrees, and
  /// sentences tell it exactly.
  package var includesWhatTellsThePlace: Bool { self == .full }
}
