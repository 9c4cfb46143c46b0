// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
package import SerialLine

/// Why a receiver was not configured, and the resulting state of its settings.
package struct ConfigurationFailure: Error, Hashable {
  package enum Cause: Hashable, Sendable {
    /// Nothing intelligible was received.
    case silent
    /// Nothing identifies the maker, and the receiver does not answer as those of u-blox do.
    case unknownMaker
    /// The receiver speaks these protocols, in which nothing is written yet.
    case unwrittenProtocols([String])
    /// The maker has no command for it, or none that is known for certain.
    case unsupported(String, ReceiverMaker)
    /// The receiver sends only these binary protocols, and the request does not make it send sentences.
    case binaryOnly([String])
    case lineTooSlow(BaudBudget, has: BaudRate)
    case noBaudRate
    case refused(String)
    /// A command, written twice, was not answered.
    case unanswered(String)
    /// The receiver is no longer heard, neither at the old nor at the new rate.
    case lost(old: BaudRate, new: BaudRate)
    /// The output is not as requested, whether the receiver acknowledged the commands or not.
    case unverified(String)
    /// The receiver does what was requested, but did not store it.
    case notStored
    case interrupted
  }

  /// The resulting state of the receiver's settings.
  package enum Aftermath: Hashable, Sendable {
    case untouched
    case restored
    /// The new settings are in use, but not stored.
    case changed
    /// These settings could not be restored.
    case left([String])
  }

  package let cause: Cause
  package let aftermath: Aftermath

  package init(_ cause: Cause, _ aftermath: Aftermath = .untouched) {
    (self.cause, self.aftermath) = (cause, aftermath)
  }

  /// Whether another request might succeed, because nothing is wrong with the device.
  package var isRequestAtFault: Bool {
    switch cause {
    case .unknownMaker, .unwrittenProtocols, .unsupported, .binaryOnly, .lineTooSlow, .noBaudRate:
      true
    default: false
    }
  }

  /// Returns one line: which device cannot be configured, for which reason, and what to try instead.
  package func line(for device: String) -> String {
    var advice = explanation.advice
    if case .left = aftermath {
      advice = "nothing was stored: disconnect its power for a while, including the battery"
    }
    return "cannot configure \(device): \(reason)\(aftermathText); \(advice)"
  }

  var reason: String { explanation.reason }

  private var explanation: (reason: String, advice: String) {
    let manual = "check in the receiver's manual whether it can do that"
    return switch cause {
    case .silent:
      (
        "nothing that looks like a receiver's output arrived",
        "check the cable, or give its rate with --baud-now"
      )
    case .unknownMaker: ("its output does not show who made the receiver", "name it with --maker")
    case .unwrittenProtocols(let protocols):
      (
        "the receiver speaks \(protocols.joined(separator: " and ")), which is read, but not written yet",
        "use its maker's own tool"
      )
    case .unsupported(let what, let maker):
      ("\(what) is not supported for receivers by \(maker.name)", "leave it out")
    case .binaryOnly(let protocols):
      ("the receiver sends \(protocols.joined(separator: " and ")) and no sentences", "add --nmea")
    case .lineTooSlow(let budget, let rate):
      (
        "\(budget.bytesPerEpoch) bytes an epoch at \(decimal(budget.epochRate)) Hz are too much for \(rate)",
        budget.neededRate.map {
          "add --baud \($0.rawValue) or more, or turn sentences off with --disable"
        } ?? "ask for fewer sentences or a lower rate"
      )
    case .noBaudRate:
      ("it is a USB port of the receiver, which has no baud rate", "leave --baud out")
    case .refused(let command): ("the receiver refused \"\(command)\"", manual)
    case .unanswered(let command): ("the receiver did not answer \"\(command)\"", manual)
    case .lost(let old, let new):
      (
        "the receiver can no longer be heard, neither at \(old) nor at \(new)",
        "disconnect its power for a while, including the battery"
      )
    case .unverified(let what): (what, manual)
    case .notStored: ("the receiver did not store the settings", "try again, or leave out --save")
    case .interrupted: ("interrupted", "run it again if you like")
    }
  }

  private var aftermathText: String {
    switch aftermath {
    case .untouched: ""
    case .restored: "; the old settings were restored"
    case .changed: "; the new settings are in use"
    case .left(let commands):
      "; these old settings could not be restored: \(commands.joined(separator: ", "))"
    }
  }
}

/// Returns a number with at most two decimals.
func decimal(_ value: Double) -> String {
  guard abs(value) < 1e12 else { return "\(value)" }
  let hundredths = Int((value * 100).rounded())
  let (whole, rest) = (hundredths / 100, hundredths % 100)
  if rest == 0 { return "\(whole)" }
  return rest % 10 == 0 ? "\(whole).\(rest / 10)" : "\(whole).\(padded(rest))"
}
