// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Whether signatures of navigation data are verified, and otherwise why not.

import GNSS
import LinuxSystem
import LocationJSON
import ReceiverConfiguration
import SerialLine

extension Probe {
  /// The finding; `nil` for a receiver that cannot pass signed messages on.
  ///
  /// - Parameter rate: that of the line; `nil` if it has none.
  func signatures(_ rate: BaudRate?, _ place: String) -> Finding? {
    guard let authentication = fix?.authentication, authentication.reason != .noPages else {
      return meter.sendsPages ? withoutGalileo(place) : withoutPages(rate, place)
    }
    switch authentication.status {
    // Its warning is reported with the others.
    case .failed: return nil
    case .verified: return Finding(.good, .signatures, at: place, authentication.text)
    case .unknown: return doubt(authentication.reason ?? .waiting, place)
    }
  }

  private func withoutPages(_ rate: BaudRate?, _ place: String) -> Finding? {
    // A page comes every two seconds, and only ports can be configured.
    guard meter.makers.contains(.ublox), duration >= .seconds(3), place.hasPrefix("/") else {
      return nil
    }
    var request = ConfigurationRequest()
    request.sendsPages = true
    let budget = BaudBudget(request, meter)
    var command = "gps configure --device \(shellWord(place)) --galileo-pages"
    var why =
      "u-blox from the eighth generation on can pass Galileo's signed messages on (RXM-SFRBX)."
    if let rate, !budget.fits(rate), let needed = budget.neededRate {
      command += " --baud \(needed.rawValue)"
      why += " \(rate) is too slow for that."
    }
    return Finding(
      .good, .signatures, at: place, "no signatures are verified: it does not pass on any messages",
      why: why + " To let it:", commands: [command])
  }

  private func withoutGalileo(_ place: String) -> Finding {
    Finding(
      .warning, .signatures, at: place,
      "no signatures are verified: no page of Galileo on E1 arrived in \(seconds(duration))",
      why: """
        It passes the messages of other systems on (RXM-SFRBX), which are not signed. Turn Galileo on in the receiver \
        (CFG-GNSS, or CFG-SIGNAL-GAL_ENA), and give the antenna a view of the sky.
        """)
  }

  private func doubt(_ reason: FixAuthentication.Reason, _ place: String) -> Finding {
    let what = "no signatures are verified: \(reason.meaning)"
    let (why, command): (String, String?) =
      switch reason {
      case .waiting:
        (
          "That takes up to three minutes from a cold start.",
          "gps watch --device \(shellWord(place))"
        )
      case .clockNotSynchronized:
        (
          "A signature proves nothing to a machine that does not know the time. Let a program set the clock from the network, or vouch for the clock with --trust-clock.",
          "sudo timedatectl set-ntp true"
        )
      case .clockSetByReceiver:
        (
          "The time must not come from the signals that are judged. Let chronyd follow a server.",
          "chronyc sources"
        )
      case .clockUnknown:
        ("chronyd runs, but does not say what it follows.", "chronyc sources")
      case .clockDiffers:
        ("Either the clock is wrong, or the signals are old: set the clock first.", "timedatectl")
      case .timesDiffer:
        (
          "Its signals may be a recording that somebody sends.",
          "gps record --device \(shellWord(place))"
        )
      case .notInService: ("Its operator says when they can be used again: www.gsc-europa.eu.", nil)
      case .noPages, .unsupported: ("Install OpenSSL 3 with its default provider.", nil)
      }
    return Finding(
      reason == .waiting ? .good : .warning, .signatures, at: place, what, why: why,
      commands: command.map { [$0] } ?? [])
  }
}
