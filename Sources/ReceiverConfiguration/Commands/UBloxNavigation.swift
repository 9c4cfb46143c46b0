// Core Location for Linux. SPDX-License-Identifier: MIT
//
// u-blox M8 receiver description (UBX-13003221) and M10 SPG 5.10 interface description, CFG-MSGOUT.

package import UBX

/// The frames that a u-blox receiver sends once it speaks UBX: a fix with accuracies, dilutions, what it says about
/// spoofing, and the satellites.
package enum UBloxNavigation: CaseIterable, Hashable, Sendable {
  case pvt
  case dop
  case status
  case sat
  /// The satellites, of receivers before protocol 15.
  case svinfo

  package static func known(in protocolVersion: Double?) -> [UBloxNavigation] {
    [.pvt, .dop, .status, protocolVersion ?? 0 >= 15 ? .sat : .svinfo]
  }

  /// The frames for which newer receivers have keys.
  package static let withKeys: [UBloxNavigation] = [.pvt, .dop, .status, .sat]

  /// Its kind, the key for how often it is sent on UART 1, and its length in bytes, with 24 satellites.
  var facts: (kind: FrameKind, key: UInt32?, bytes: Int) {
    switch self {
    case .pvt: (NAVPVT.kind, 0x2091_0007, 100)
    case .dop: (NAVDOP.kind, 0x2091_0039, 26)
    case .status: (NAVSTATUS.kind, 0x2091_001B, 24)
    case .sat: (NAVSAT.kind, 0x2091_0016, 304)
    case .svinfo: (NAVSVINFO.kind, nil, 304)
    }
  }

  package var kind: FrameKind { facts.kind }
}
