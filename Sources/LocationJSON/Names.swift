// Core Location for Linux. SPDX-License-Identifier: MIT
//
// The names of the standard's codes in output, and the codes of the names.

package import GNSS
import LinuxSystem
package import NMEA0183

extension FixQuality {
  /// The name of the quality in output; the number for an unknown one.
  package var name: String {
    switch self {
    case .invalid: "invalid"
    case .autonomous: "autonomous"
    case .differential: "differential"
    case .precise: "precise"
    case .rtkFixed: "rtkFixed"
    case .rtkFloat: "rtkFloat"
    case .estimated: "estimated"
    case .manual: "manual"
    case .simulated: "simulated"
    default: String(rawValue)
    }
  }

  /// Creates the quality with a name or a number; `nil` for anything else.
  package init?(name: String) {
    if let known = (0...8).lazy.map(Self.init).first(where: { $0.name == name }) {
      self = known
    } else if let number = UInt8(name) {
      self.init(rawValue: number)
    } else {
      return nil
    }
  }
}

extension FixMode {
  package var name: String {
    switch self {
    case .none: "none"
    case .twoDimensional: "2D"
    case .threeDimensional: "3D"
    }
  }

  package init?(name: String) {
    let known: [Self] = [.none, .twoDimensional, .threeDimensional]
    guard let mode = known.first(where: { $0.name == name }) else { return nil }
    self = mode
  }
}

extension NavigationalStatus {
  /// The name of the status in output; its letter if that is unknown.
  package var name: String {
    switch self {
    case .safe: "safe"
    case .caution: "caution"
    case .unsafe: "unsafe"
    case .notProvided: "notProvided"
    default: String(UnicodeScalar(rawValue))
    }
  }
}

extension FixWarning: Named {
  package var meaning: String {
    switch self {
    case .positionJump: "the position jumps"
    case .speedMismatch: "the position moves faster than the speed that is reported with it"
    case .clockJump: "the receiver's clock jumps"
    case .signalsTooEqual: "all satellites are equally strong"
    case .signalsTooStrong: "the satellites are too strong"
    case .signalLoss: "all satellites have become much weaker at once"
    case .receiverReportsSpoofing: "the receiver reports that it is being spoofed"
    case .receiverReportsJamming: "the receiver reports that it is being jammed"
    case .receiverReportsUnsafe: "the receiver reports that its position is unsafe"
    case .navigationDataForged: "signatures of Galileo's navigation data do not hold"
    case .frozen: "the position does not change, although the speed is not zero"
    }
  }
}

extension FixAuthentication {
  /// For people, such as `6 of 8 Galileo satellites signed`.
  package var text: String {
    switch status {
    case .failed: "do not hold"
    case .verified: "\(count) signed" + (clockDifference == nil ? ", not proven when" : "")
    case .unknown: "not verified: " + (reason ?? .waiting).meaning
    }
  }

  /// What a receiver that verifies signatures itself says, for people; `nil` if it says nothing.
  package var receiverText: String? {
    guard let receiver else { return nil }
    let parts = [
      receiver.isFixAuthenticated.map { $0 ? "fix authenticated" : "fix not authenticated" },
      receiver.isTimeAuthenticated.map { $0 ? "time authenticated" : "time not authenticated" },
      receiver.satellitesAuthenticated.map { "\($0) satellites" },
    ].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  private var count: String {
    galileoUsed.map { "\(satellitesAuthenticated) of \($0) Galileo satellites" }
      ?? "\(satellitesAuthenticated) Galileo satellites"
  }
}

extension FixAuthentication.Reason {
  package var meaning: String {
    switch self {
    case .noPages: "the receiver sends no pages of Galileo's message (RXM-SFRBX)"
    case .waiting: "waiting for keys"
    case .clockNotSynchronized: "the clock is not synchronized"
    case .clockSetByReceiver: "the clock may be set by the receiver"
    case .clockUnknown: "nothing shows what the clock follows"
    case .clockDiffers: "the clock and the satellites' time differ"
    case .timesDiffer: "the receiver's time and that in the messages differ"
    case .notInService: "Galileo says not to use its signatures"
    case .unsupported: "OpenSSL lacks a function"
    }
  }
}

extension AccuracySource: Named {
  /// Such as its sentence.
  package var name: String {
    switch self {
    case .pseudorangeStatistics: "GST"
    case .ubloxEstimate: "PUBX00"
    case .garminEstimate: "PGRME"
    case .sirfEstimate: "PSRFEPE"
    case .faultDetection: "GBS"
    case .dilutionOfPrecision: "DOP"
    case .gpsdEstimate: "gpsd"
    case .assumed: "assumed"
    case .ubloxFrame: "UBX"
    case .geoClue: "GeoClue"
    case .receiverEstimate: "receiver"
    }
  }
}

extension SatelliteSystem: Named {}

/// Codes with names in output: those of their cases, unless the type names them otherwise.
package protocol Named: CaseIterable {
  var name: String { get }
}

extension Named {
  package var name: String { "\(self)" }

  /// Creates the code with a name; `nil` for anything else.
  package init?(name: String) {
    guard let code = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = code
  }
}

extension WarningChanges.Change {
  /// A line for people about each warning that begins or ends.
  package var lines: [String] {
    began.list.map { "warning: \($0.meaning) (\($0.name)); see \(Documents.path("integrity"))" }
      + ended.list.map { "warning over: \($0.name)" }
  }
}
