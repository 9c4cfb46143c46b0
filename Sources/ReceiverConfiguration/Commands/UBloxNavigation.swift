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

  package var kind: FrameKind {
    switch self {
    case .pvt: FrameKind(0x01, 0x07)
    case .dop: FrameKind(0x01, 0x04)
    case .status: FrameKind(0x01, 0x03)
    case .sat: FrameKind(0x01, 0x35)
    case .svinfo: FrameKind(0x01, 0x30)
    }
  }

  /// The name in data sheets.
  package var name: String {
    switch self {
    case .pvt: "NAV-PVT"
    case .dop: "NAV-DOP"
    case .status: "NAV-STATUS"
    case .sat: "NAV-SAT"
    case .svinfo: "NAV-SVINFO"
    }
  }

  /// The bytes of a frame, with 24 satellites.
  var usualByteCount: Int {
    switch self {
    case .pvt: 100
    case .dop: 26
    case .status: 24
    case .sat, .svinfo: 304
    }
  }
}

extension FrameKind {
  /// The name of a navigation frame in data sheets, or else its numbers.
  var name: String {
    UBloxNavigation.allCases.first { $0.kind == self }?.name
      ?? "UBX \(messageClass.hexadecimal) \(identifier.hexadecimal)"
  }
}
