// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS

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
