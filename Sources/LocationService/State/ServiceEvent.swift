// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GNSSReceiver
import LocationAuthorization

/// What is reported to clients, before it is translated into a protocol.
enum ServiceEvent {
  /// The receiver's state has changed; `nil` while none is known.
  case receiver(CandidateStatus?)
  case fix(Fix)
  /// The receiver has lost its position: it reported so at this time, or fell silent if `nil`.
  case fixLost(FixTime?)
  /// Another second has passed without a fix.
  case secondWithoutFix
  case satellites(SatellitesInView)
  case heading(Heading)
  case errorStatistics(ErrorStatistics)
  /// Complete sentences, each with its line end, as the receiver sent them.
  case sentences([UInt8])
}

extension ServiceEvent {
  /// Returns the event as far as a client may see it; `nil` if it may not see it at all.
  ///
  /// No protocol gets more than what is returned here, which ``Exposure`` decides.
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
