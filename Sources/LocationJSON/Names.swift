// Core Location for Linux. SPDX-License-Identifier: MIT
//
// What the standard's codes are called in output, and which code a name means.

package import GNSS
package import NMEA0183

extension FixQuality {
  private static let named: [(quality: FixQuality, name: String)] = [
    (.autonomous, "autonomous"), (.differential, "differential"), (.invalid, "invalid"),
    (.precise, "precise"), (.rtkFixed, "rtkFixed"), (.rtkFloat, "rtkFloat"),
    (.estimated, "estimated"), (.manual, "manual"), (.simulated, "simulated"),
  ]

  /// What the quality is called in output; the number, for one that nobody here knows.
  package var name: String {
    Self.named.first { $0.quality == self }?.name ?? String(rawValue)
  }

  /// The quality of a name or a number; `nil` for anything else.
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
  /// What the mode is called in output.
  package var name: String {
    switch self {
    case .none: "none"
    case .twoDimensional: "2D"
    case .threeDimensional: "3D"
    }
  }

  /// The mode of a name; `nil` for anything else.
  package init?(name: String) {
    switch name {
    case "none": self = .none
    case "2D": self = .twoDimensional
    case "3D": self = .threeDimensional
    default: return nil
    }
  }
}

extension AccuracySource {
  /// What the source is called in output: the sentence.
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
    }
  }

  /// The source of a name; `nil` for anything else.
  package init?(name: String) {
    guard let source = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = source
  }
}

extension SatelliteSystem {
  /// The system of a name, as its case is called.
  package init?(name: String) {
    guard let system = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = system
  }

  /// What the system is called in output.
  package var name: String { "\(self)" }
}
