// Core Location for Linux. SPDX-License-Identifier: MIT

package enum ReceiverMaker: String, Hashable, Sendable, CaseIterable {
  case ublox
  case mediatek
  case sirf

  /// The maker's name as the maker spells it.
  package var name: String {
    switch self {
    case .ublox: "u-blox"
    case .mediatek: "MediaTek"
    case .sirf: "SiRF"
    }
  }
}
