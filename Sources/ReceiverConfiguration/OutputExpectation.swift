// Core Location for Linux. SPDX-License-Identifier: MIT

/// What a receiver is to send once it is configured, or once its old settings are back.
package struct OutputExpectation: Hashable, Sendable {
  /// Epochs a second; `nil` if any will do.
  package var epochRate: Double?
  /// Sentences that have to come, and those that must not.
  package var present: Set<SwitchableSentence> = []
  package var absent: Set<SwitchableSentence> = []
  /// Whether there has to be any sentence at all.
  package var sendsSentences = true

  package init() {}

  /// What a receiver does that was heard before, apart from what comes only now and then.
  package init(asHeard output: OutputMeter) {
    epochRate = output.period.map { 1 / $0 }
    present = output.regularSentences
    sendsSentences = output.sentenceCount > 0
  }

  /// Part of the rate that a measured one may be off: 333 ms are not quite 3 Hz.
  private static let tolerance = 0.1

  /// In which way output falls short of it, for people; `nil` if it does not.
  package func shortfall(of output: OutputMeter) -> String? {
    if sendsSentences, output.sentenceCount == 0 { return "it sends no sentences" }
    let missing = present.subtracting(output.sentences.keys)
    if !missing.isEmpty { return "it does not send \(missing.names)" }
    let surplus = absent.intersection(output.sentences.keys)
    if !surplus.isEmpty { return "it still sends \(surplus.names)" }
    guard let epochRate else { return nil }
    guard let period = output.period else { return "fewer than two epochs arrived" }
    let rate = 1 / period
    guard abs(rate - epochRate) > epochRate * Self.tolerance else { return nil }
    return "it sends \(decimal(rate)) epochs a second, not \(decimal(epochRate))"
  }
}
