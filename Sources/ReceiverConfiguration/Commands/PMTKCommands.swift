// Core Location for Linux. SPDX-License-Identifier: MIT
//
// MediaTek MT3339 and MT3333 PMTK packet descriptions.

package import SerialLine

package enum PMTKCommands {
  package static let sentenceFieldCount = 19
  package static let baudRates: [BaudRate] = [
    .b4800, .b9600, BaudRate(rawValue: 14400), .b19200, .b38400, .b57600, .b115200,
  ]
  /// The milliseconds between epochs that PMTK220 accepts.
  package static let periods = 100...10_000

  /// PMTK414: asks which sentences are sent; the answer is PMTK514.
  package static let askSentences = ReceiverCommand(
    sentence: "PMTK414", "ask which sentences are sent", .sentence("PMTK514"))

  /// Returns PMTK220, which sets the milliseconds between epochs.
  package static func setPeriod(milliseconds: Int) -> ReceiverCommand {
    ReceiverCommand(
      sentence: "PMTK220,\(milliseconds)", "one epoch every \(milliseconds) ms", .pmtk(220))
  }

  /// Returns PMTK251, which sets the rate of the line.
  ///
  /// The rate at which it is acknowledged cannot be relied on.
  package static func setBaudRate(_ rate: BaudRate) -> ReceiverCommand {
    ReceiverCommand(sentence: "PMTK251,\(rate.rawValue)", "\(rate)", .none, newRate: rate)
  }

  /// Returns PMTK314, which sets in how many epochs each sentence is sent once, 0 for never.
  package static func setSentences(_ periods: [Int], _ meaning: String) -> ReceiverCommand {
    let list = periods.map { ",\($0)" }.joined()
    return ReceiverCommand(sentence: "PMTK314\(list)", meaning, .pmtk(314))
  }
}
