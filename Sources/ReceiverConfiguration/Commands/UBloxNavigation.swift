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

  /// Its identifier, the key for how often it is sent on UART 1, and its length in bytes, with 24 satellites.
  var facts: (identifier: UInt8, key: UInt32?, bytes: Int) {
    switch self {
    case .pvt: (0x07, 0x2091_0007, 100)
    case .dop: (0x04, 0x2091_0039, 26)
    case .status: (0x03, 0x2091_001B, 24)
    case .sat: (0x35, 0x2091_0016, 304)
    case .svinfo: (0x30, nil, 304)
    }
  }

  package var kind: FrameKind { FrameKind(0x01, facts.identifier) }

  /// The name in data sheets.
  package var name: String { "NAV-\(self)".uppercased() }
}

extension FrameKind {
  /// The name of a navigation frame in data sheets, or else its numbers.
  var name: String {
    UBloxNavigation.allCases.first { $0.kind == self }?.name
      ?? "UBX \(messageClass.hexadecimal) \(identifier.hexadecimal)"
  }
}
