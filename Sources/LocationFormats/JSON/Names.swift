// Core Location for Linux. SPDX-License-Identifier: MIT
//
// The names of the standard's codes in output, and the codes of the names.

package import GNSS
package import NMEA0183

extension FixQuality {
  private static let named: [(quality: FixQuality, name: String)] = [
    (.autonomous, "autonomous"), (.differential, "differential"), (.invalid, "invalid"),
    (.precise, "precise"), (.rtkFixed, "rtkFixed"), (.rtkFloat, "rtkFloat"),
    (.estimated, "estimated"), (.manual, "manual"), (.simulated, "simulated"),
  ]

  /// The name of the quality in output; the number for an unknown one.
  package var name: String {
    Self.named.first { $0.quality == self }?.name ?? String(rawValue)
  }

  /// Creates the quality with a name or a number; `nil` for anything else.
  package init?(name: String) {
    if let known = Self.named.first(where: { $0.name == name }) {
      self = known.quality
    } else if let number = UInt8(name) {
      self.init(rawValue: number)
    } else {
      return nil
    }
  }
}

extension FixMode {
  private static let names = [FixMode.none: "none", .twoDimensional: "2D", .threeDimensional: "3D"]

  package var name: String { Self.names[self] ?? "" }

  package init?(name: String) {
    guard let mode = Self.names.first(where: { $0.value == name })?.key else { return nil }
    self = mode
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
    case .frozen: "the position does not change, although the speed is not zero"
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
