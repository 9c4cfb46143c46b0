// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Why a receiver with corrections is not fixed.

import GNSS
import GNSSReceiver
import LocationJSON
import LocationProtocols
import NMEA0183

extension Examination {
  var correctionFinding: Finding? {
    guard let corrections = service?.exchange?.corrections else { return nil }
    guard corrections.state == "receiving" else {
      return Finding(
        .problem, .corrections, at: corrections.source, "no corrections: \(corrections.state)",
        why: corrections.explanation + ".")
    }
    if corrections.dropped > 0 {
      return Finding(
        .warning, .corrections, at: corrections.source,
        "\(corrections.dropped) frames were dropped, since the receiver's line is slower",
        why:
          "Raise its baud rate, use USB, or choose a stream with fewer messages, such as MSM4 instead of MSM7."
      )
    }
    return Self.finding(on: corrections, service?.fix)
  }

  private static func finding(on corrections: CorrectionReport, _ fix: Fix?) -> Finding {
    let distance =
      corrections.baseDistance.map { ", base \(String($0 / 1000, decimals: 1)) km away" } ?? ""
    let age = fix?.differentialAge.map { ", \(String($0, decimals: 1)) s old" } ?? ""
    func finding(_ severity: Finding.Severity, _ what: String, _ why: String? = nil) -> Finding {
      Finding(severity, .corrections, at: corrections.source, what + distance + age, why: why)
    }
    switch fix?.quality {
    case .rtkFixed?: return finding(.good, "RTK fixed")
    case .rtkFloat?:
      if let distance = corrections.baseDistance, distance > 40_000 {
        return finding(
          .warning, "RTK float, not fixed", "The base is too far away; choose one within 20 km.")
      }
      if let age = fix?.differentialAge, age > 30 {
        return finding(
          .warning, "RTK float, not fixed",
          "The corrections are too old: the line or the network is slow.")
      }
      return finding(
        .warning, "RTK float, not fixed",
        "Give the antenna a clear view of the sky, and wait up to two minutes; without a second frequency it may never become fixed."
      )
    case .differential?, .autonomous?:
      return finding(
        .warning, "they arrive, but the position is not RTK",
        "The receiver may lack RTK, its port may not accept RTCM 3 (u-blox: CFG-USBINPROT-RTCM3X), or the stream may have "
          + "none of the satellites that it uses.")
    default:
      return finding(
        .good, "they arrive at \(Int((corrections.bytesPerSecond ?? 0).rounded())) bytes a second")
    }
  }
}
