// Core Location for Linux. SPDX-License-Identifier: MIT

package import SerialLine

package struct ReceiverProfile: Sendable {
  package var dialect: ReceiverDialect
  /// Bits per second; `nil` for a port that has no rate.
  package var baudRate: BaudRate?
  package var output: OutputMeter
  package var answers: [ReceiverAnswer] = []
  /// The version of u-blox's protocol; `nil` if it is unknown.
  package var protocolVersion: Double?

  package init(
    _ dialect: ReceiverDialect, baudRate: BaudRate?, output: OutputMeter,
    answers: [ReceiverAnswer] = []
  ) {
    (self.dialect, self.baudRate, self.output, self.answers) = (dialect, baudRate, output, answers)
  }

  var frames: [UBXFrame] {
    answers.compactMap { if case .ubx(let frame) = $0 { frame } else { nil } }
  }

  /// The periods in an answer to PMTK414; `nil` if there is none that is valid.
  var sentencePeriods: [Int]? {
    for case .sentence(let text) in answers where text.hasPrefix("$PMTK514,") {
      let fields = text.prefix { $0 != "*" }.split(separator: ",", omittingEmptySubsequences: false)
      let periods = fields.dropFirst().compactMap { Int($0) }
      if periods.count == fields.count - 1, periods.count >= PMTKCommands.sentenceFieldCount {
        return periods
      }
    }
    return nil
  }
}
