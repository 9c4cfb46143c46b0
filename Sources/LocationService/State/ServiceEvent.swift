// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GNSSReceiver
import LocationAuthorization

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

extension ServiceEvent {
  /// The event as far as a client may know it; `nil` if it may not know it at all.
  ///
  /// No protocol sees more than what is returned here, and what that is ``Exposure`` decides.
  func disclosed(to exposure: Exposure, by reducer: inout ReducedAccuracy) -> ServiceEvent? {
    switch self {
    case .receiver, .secondWithoutFix: self
    case .fix(let fix): exposure.disclosed(fix, by: &reducer).map { .fix($0) }
    case .fixLost(let time):
      exposure == .nothing ? nil : .fixLost(exposure.includesTimeOfLoss ? time : nil)
    case .heading: exposure.includesHeadings ? self : nil
    case .satellites, .errorStatistics, .sentences:
      exposure.includesWhatTellsThePlace ? self : nil
    }
  }
}
