// Core Location for Linux. SPDX-License-Identifier: MIT

/// Whose commands a receiver understands.
package enum ReceiverMaker: String, Hashable, Sendable, CaseIterable {
  case ublox
  case mediatek
  case sirf

  /// The maker as it writes itself.
  package var name: String {
    switch self {
    case .ublox: "u-blox"
    case .mediatek: "MediaTek"
    case .sirf: "SiRF"
    }
  }
}
