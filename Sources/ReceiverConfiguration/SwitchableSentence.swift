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

  /// The bytes that it takes in an epoch, including line ends; for GSV, with four groups of satellites.
  ///
  /// Derived from the field widths of the standard; used only for sentences that were never heard.
  package var usualByteCount: Int {
    switch self {
    case .gsv: 280
    case .gsa: 140
    case .grs: 130
    case .gga, .rmc, .gns: 80
    case .gst, .gbs: 70
    case .gll, .vtg, .dtm: 55
    case .zda: 40
    }
  }

  package static func < (left: Self, right: Self) -> Bool {
    left.position < right.position
  }

  private var position: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension Collection<SwitchableSentence> {
  /// Their names in the usual order, separated by spaces.
  package var names: String { sorted().map(\.rawValue).joined(separator: " ") }
}
