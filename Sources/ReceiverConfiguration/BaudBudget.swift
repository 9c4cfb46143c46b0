// Core Location for Linux. SPDX-License-Identifier: MIT

package import SerialLine

/// The amount of data that a line has to carry.
package struct BaudBudget: Hashable, Sendable {
  package private(set) var bytesPerEpoch: Int
  package let epochRate: Double

  package init(bytesPerEpoch: Int, epochRate: Double) {
    (self.bytesPerEpoch, self.epochRate) = (bytesPerEpoch, epochRate)
  }

  /// Estimates what a receiver will send once a request is fulfilled.
  ///
  /// Sentences that were heard count as measured. For others, usual values are assumed: 1 Hz, and typical lengths.
  package init(_ request: ConfigurationRequest, _ output: OutputMeter) {
    epochRate = request.epochRate ?? output.period.map { 1 / $0 } ?? 1
    let isHeard = output.epochCount > 0
    if request.sendsFrames {
      // Those with four systems in view.
      bytesPerEpoch = UBloxNavigation.withKeys.reduce(0) { $0 + $1.facts.bytes }
    } else if isHeard, output.sentenceCount == 0, !request.sendsSentences {
      bytesPerEpoch = Int(output.otherBytesPerEpoch.rounded(.up))
    } else {
      bytesPerEpoch = Self.sentenceBytes(
        request, output, isHeard: isHeard && output.sentenceCount > 0)
    }
    guard request.sendsPages, !output.sendsPages else { return }
    bytesPerEpoch += Int((Double(Self.pageBytesPerSecond) / epochRate).rounded(.up))
  }

  /// What RXM-SFRBX takes at any rate of epochs: of ten satellites each, Galileo's pages on two signals every 2 s (48 bytes), and the
  /// words of GPS and BeiDou every 6 s (56 bytes) and of GLONASS every 2 s (32 bytes).
  private static let pageBytesPerSecond = 480 + 187 + 160

  private static func sentenceBytes(
    _ request: ConfigurationRequest, _ output: OutputMeter, isHeard: Bool
  ) -> Int {
    let present = isHeard ? Set(output.sentences.keys) : SwitchableSentence.usual
    let future = present.union(request.enabled).subtracting(request.disabled)
    let bytes = future.reduce(isHeard ? output.otherBytesPerEpoch : 0) { sum, sentence in
      let heard = output.bytesPerEpoch(of: sentence)
      return sum + (heard > 0 ? heard : Double(sentence.facts.bytes))
    }
    return Int(bytes.rounded(.up))
  }

  /// The largest part of a line's capacity to use: receivers drop sentences before it is full.
  private static let share = 0.9

  package func fits(_ rate: BaudRate) -> Bool {
    Double(bytesPerEpoch) * epochRate <= rate.bytesPerSecond * Self.share
  }

  /// The slowest usual rate that can carry it; `nil` if none can.
  package var neededRate: BaudRate? { Self.rates.first(where: fits) }

  private static let rates: [BaudRate] = [
    .b4800, .b9600, .b19200, .b38400, .b57600, .b115200, .b230400, .b460800, .b921600,
  ]
}
