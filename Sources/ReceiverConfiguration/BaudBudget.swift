// Core Location for Linux. SPDX-License-Identifier: MIT

package import SerialLine

/// How much a line can carry, and how much is to be carried.
package struct BaudBudget: Hashable, Sendable {
  /// Bytes of one epoch.
  package let bytesPerEpoch: Int
  /// Epochs per second.
  package let epochRate: Double

  package init(bytesPerEpoch: Int, epochRate: Double) {
    self.bytesPerEpoch = bytesPerEpoch
    self.epochRate = epochRate
  }

  /// What a receiver will send once a request is fulfilled.
  ///
  /// What was heard is measured, what was not is taken as usual: 1 Hz, and lengths as receivers send them.
  package init(_ request: ConfigurationRequest, _ output: OutputMeter) {
    let isHeard = output.epochCount > 0
    let present = isHeard ? Set(output.sentences.keys) : SwitchableSentence.usual
    let future = present.union(request.enabled).subtracting(request.disabled)
    let bytes = future.reduce(isHeard ? output.otherBytesPerEpoch : 0) { sum, sentence in
      let heard = output.bytesPerEpoch(of: sentence)
      return sum + (heard > 0 ? heard : Double(sentence.usualByteCount))
    }
    bytesPerEpoch = Int(bytes.rounded(.up))
    epochRate = request.epochRate ?? output.period.map { 1 / $0 } ?? 1
  }

  /// Part of a line that is filled at most: receivers drop sentences before it is full.
  private static let share = 0.9

  /// Whether a line carries it.
  package func fits(_ rate: BaudRate) -> Bool {
    Double(bytesPerEpoch) * epochRate <= rate.bytesPerSecond * Self.share
  }

  /// The slowest usual rate that carries it; `nil` if none does.
  package var neededRate: BaudRate? { Self.rates.first(where: fits) }

  private static let rates: [BaudRate] = [
    .b4800, .b9600, .b19200, .b38400, .b57600, .b115200, .b230400, .b460800, .b921600,
  ]
}
