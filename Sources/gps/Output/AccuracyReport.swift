// Core Location for Linux. SPDX-License-Identifier: MIT
//
// What the accuracies in a recording were made of, in words and for programs.

import GNSS
import GPSTool
import LocationJSON
import NMEA0183
import ReceiverRecording

extension LogSummary {
  /// The kinds of accuracies with the number of fixes of each, the most frequent first.
  private var accuracyKinds: [(basis: AccuracyBasis, count: Int)] {
    accuracies.map { ($0.key, $0.value) }
      .sorted { ($1.count, $0.basis.label) < ($0.count, $1.basis.label) }
  }

  /// Lines such as "autonomous, 100 % of the fixes: from DOP, HDOP × 5 m × 1.0714".
  var accuracyLines: [String] {
    accuracyKinds.enumerated().map { index, kind in
      let share = String(share(of: kind.count) * 100, decimals: 1)
      let fixes = index == 0 ? " of the fixes" : ""
      return "\(kind.basis.label), \(share) %\(fixes): \(kind.basis.derivation)"
    }
  }

  var accuracyMembers: [JSONMembers] {
    accuracyKinds.map { basis, count in
      [
        "quality": basis.quality?.name, "mode": basis.isTwoDimensional ? "2D" : nil,
        "source": basis.source?.name, "rangeError": basis.rangeError, "factor": basis.factor,
        "isLeastRadius": basis.isLeastRadius ? true : nil, "fixes": count,
        "share": share(of: count),
      ]
    }
  }

  private func share(of count: Int) -> Double { Double(count) / Double(max(1, fixCount)) }
}

extension AccuracyBasis {
  fileprivate var label: String {
    (quality?.name ?? "of unknown kind") + (isTwoDimensional ? " in 2D" : "")
  }

  fileprivate var derivation: String {
    guard let source else { return "unknown" }
    if isLeastRadius { return "from \(source.name), which states less than \(leastRadius)" }
    let figure: String? =
      switch source {
      case .dilutionOfPrecision: dilution
      case .pseudorangeStatistics, .faultDetection: "1 σ × 1 to 1.5152, by the shape of the ellipse"
      default: factor.map { "the receiver's estimate × \(text($0))" }
      }
    return "from \(source.name)" + (figure.map { ", \($0)" } ?? "")
  }

  private var leastRadius: String {
    switch quality {
    case .rtkFixed: "1.5 cm, which is taken"
    case .rtkFloat: "a quarter of the code's residuals × HDOP × 1.0714, which is taken"
    default: "half of \(dilution ?? "the figure from HDOP"), which is taken"
    }
  }

  private var dilution: String? {
    guard let rangeError else { return nil }
    let motion = quality == .rtkFixed ? ", and 5 ms of motion" : ""
    return "HDOP × \(text(rangeError)) m × 1.0714\(motion)"
  }

  private func text(_ value: Double) -> String { String(value, decimals: 4) }
}
