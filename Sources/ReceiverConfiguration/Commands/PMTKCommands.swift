// Core Location for Linux. SPDX-License-Identifier: MIT
//
// MediaTek MT3339 and MT3333 PMTK packet descriptions.

package import SerialLine

/// What receivers of MediaTek are told.
package enum PMTKCommands {
  /// How many fields PMTK314 and PMTK514 have.
  package static let sentenceFieldCount = 19
  /// The rates PMTK251 takes.
  package static let baudRates: [BaudRate] = [
    .b4800, .b9600, BaudRate(rawValue: 14400), .b19200, .b38400, .b57600, .b115200,
  ]
  /// Milliseconds between epochs that PMTK220 takes.
  package static let periods = 100...10_000

  /// PMTK414: which sentences are sent; the answer is PMTK514.
  package static let askSentences = ReceiverCommand(
    sentence: "PMTK414", "ask which sentences are sent", .sentence("PMTK514"))

  /// PMTK220: milliseconds between epochs.
  package static func setPeriod(milliseconds: Int) -> ReceiverCommand {
    ReceiverCommand(
      sentence: "PMTK220,\(milliseconds)", "one epoch every \(milliseconds) ms", .pmtk(220))
  }

  /// PMTK251: the rate of the line.
  ///
  /// What it is acknowledged at is not to be relied on.
  package static func setBaudRate(_ rate: BaudRate) -> ReceiverCommand {
    ReceiverCommand(sentence: "PMTK251,\(rate.rawValue)", "\(rate)", .none, newRate: rate)
  }

  /// PMTK314: in how many epochs each sentence comes once, 0 never, by the fields of field(of:).
  package static func setSentences(_ periods: [Int], _ meaning: String) -> ReceiverCommand {
    let list = periods.map { ",\($0)" }.joined()
    return ReceiverCommand(sentence: "PMTK314\(list)", meaning, .pmtk(314))
  }

  /// The place of a sentence among the fields of PMTK314, from 0; `nil` if it has none.
  package static func field(of sentence: SwitchableSentence) -> Int? {
    switch sentence {
    case .gll: 0
    case .rmc: 1
    case .vtg: 2
    case .gga: 3
    case .gsa: 4
    case .gsv: 5
    case .grs: 6
    case .gst: 7
    case .zda: 17
    case .gns, .gbs, .dtm: nil
    }
  }
}
