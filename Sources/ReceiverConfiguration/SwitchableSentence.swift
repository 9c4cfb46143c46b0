// Core Location for Linux. SPDX-License-Identifier: MIT

/// A sentence that some receivers can be told to send or not to send.
package enum SwitchableSentence: String, Hashable, Sendable, CaseIterable, Comparable {
  case gga = "GGA"
  case rmc = "RMC"
  case gsa = "GSA"
  case gsv = "GSV"
  case vtg = "VTG"
  case gll = "GLL"
  case gns = "GNS"
  case gst = "GST"
  case gbs = "GBS"
  case grs = "GRS"
  case zda = "ZDA"
  case dtm = "DTM"

  /// The sentences that unconfigured receivers send, as far as they agree.
  package static let usual: Set<SwitchableSentence> = [.gga, .rmc, .gsa, .gsv, .vtg]

  /// What u-blox, MediaTek and SiRF call it, and its length.
  ///
  /// The number of its message of class F0, and the key for how often it is sent on UART 1; its field of PMTK314, from 0;
  /// its number in PSRF103. The bytes that it takes in an epoch, including line ends, with four groups for GSV: from the
  /// field widths of the standard, for sentences that were never heard.
  var facts: (ublox: (number: UInt8, key: UInt32), mediatek: Int?, sirf: Int?, bytes: Int) {
    switch self {
    case .gga: ((0x00, 0x2091_00BB), 3, 0, 80)
    case .rmc: ((0x04, 0x2091_00AC), 1, 4, 80)
    case .gsa: ((0x02, 0x2091_00C0), 4, 2, 140)
    case .gsv: ((0x03, 0x2091_00C5), 5, 3, 280)
    case .vtg: ((0x05, 0x2091_00B1), 2, 5, 55)
    case .gll: ((0x01, 0x2091_00CA), 0, 1, 55)
    case .gns: ((0x0D, 0x2091_00B6), nil, nil, 80)
    case .gst: ((0x07, 0x2091_00D4), 7, nil, 70)
    case .gbs: ((0x09, 0x2091_00DE), nil, nil, 70)
    case .grs: ((0x06, 0x2091_00CF), 6, nil, 130)
    case .zda: ((0x08, 0x2091_00D9), 17, 8, 40)
    case .dtm: ((0x0A, 0x2091_00A7), nil, nil, 55)
    }
  }

  package static func < (left: Self, right: Self) -> Bool { left.position < right.position }

  private var position: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension Collection<SwitchableSentence> {
  /// Their names in the usual order, separated by spaces.
  package var names: String { sorted().map(\.rawValue).joined(separator: " ") }
}
