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
  package var name: String {
    switch self {
    case .none: "none"
    case .twoDimensional: "2D"
    case .threeDimensional: "3D"
    }
  }

  package init?(name: String) {
    switch name {
    case "none": self = .none
    case "2D": self = .twoDimensional
    case "3D": self = .threeDimensional
    default: return nil
    }
  }
}

extension FixWarning {
  package var name: String {
    switch self {
    case .positionJump: "positionJump"
    case .speedMismatch: "speedMismatch"
    case .clockJump: "clockJump"
    case .signalsTooEqual: "signalsTooEqual"
    case .signalsTooStrong: "signalsTooStrong"
    case .signalLoss: "signalLoss"
    case .receiverReportsSpoofing: "receiverReportsSpoofing"
    case .receiverReportsJamming: "receiverReportsJamming"
    case .frozen: "frozen"
    }
  }

  package init?(name: String) {
    guard let warning = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = warning
  }

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

extension AccuracySource {
  /// The name of the source in output, such as its sentence.
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

  package init?(name: String) {
    guard let source = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = source
  }
}

extension SatelliteSystem {
  /// Creates the system with a name, which is that of its case; `nil` for anything else.
  package init?(name: String) {
    guard let system = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = system
  }

  package var name: String { "\(self)" }
}
