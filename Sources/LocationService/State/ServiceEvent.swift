// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GNSSReceiver
package import LocationAuthorization

/// What clients are told, before it is put into the words of one protocol.
enum ServiceEvent {
  /// The receiver is doing differently; `nil` while none is known.
  case receiver(CandidateStatus?)
  case fix(Fix)
  /// The receiver has no position any more: it said so at this time, or with `nil` it fell silent.
  case fixLost(FixTime?)
  /// Another second has passed without a fix.
  case secondWithoutFix
  case satellites(SatellitesInView)
  case heading(Heading)
  case errorStatistics(ErrorStatistics)
  /// Whole sentences, each with its line end, as the receiver sent them.
  case sentences([UInt8])
}

/// How much of what the receiver reports a client may know.
package enum Exposure: Int, Hashable, Sendable, CaseIterable {
  /// That there is a receiver, and nothing of where it is.
  case nothing
  /// The place to a few kilometers.
  case reduced
  /// Everything.
  case full

  /// That of somebody who is allowed this accuracy.
  package init(_ accuracy: AuthorizedAccuracy) { self = accuracy == .full ? .full : .reduced }
}

extension ServiceEvent {
  /// The event as far as a client may know it; `nil` if it may not know it at all.
  ///
  /// This is the one place that holds anything back: no protocol sees more than what is returned here. The sky tells the
  /// place to some degrees, and a receiver's own sentences tell it exactly.
  func disclosed(to exposure: Exposure, by reducer: inout ReducedAccuracy) -> ServiceEvent? {
    switch (self, exposure) {
    case (_, .full), (.receiver, _), (.secondWithoutFix, _): self
    case (.fix(let fix), .reduced): reducer.reduce(fix).map { .fix($0) }
    case (.fixLost, .reduced): .fixLost(nil)
    case (.heading, .reduced): self
    case (.satellites, .reduced), (.errorStatistics, .reduced), (.sentences, .reduced),
      (_, .nothing):
      nil
    }
  }
}
