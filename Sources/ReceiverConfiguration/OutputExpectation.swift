// Core Location for Linux. SPDX-License-Identifier: MIT

package import UBX

/// The output to expect of a receiver once it is configured, or once its old settings are restored.
package struct OutputExpectation: Hashable, Sendable {
  /// Epochs per second; `nil` for any rate.
  package var epochRate: Double?
  /// The sentences that must be sent, and those that must not.
  package var present: Set<SwitchableSentence> = []
  package var absent: Set<SwitchableSentence> = []
  /// The frames that must be sent, and those that must not.
  package var presentFrames: Set<FrameKind> = []
  package var absentFrames: Set<FrameKind> = []
  /// Whether sentences must be sent, or must not; `nil` if it does not matter.
  package var sendsSentences: Bool? = true

  package init() {}

  /// Expects what a receiver was heard to send before, except what it sends only occasionally.
  package init(asHeard output: OutputMeter) {
    epochRate = output.period.map { 1 / $0 }
    present = output.regularSentences
    sendsSentences = output.sentenceCount > 0 ? true : nil
  }

  /// The part of the rate by which a measured one may differ: 333 ms are not quite 3 Hz.
  private static let tolerance = 0.1

  /// Returns in words how output falls short of the expectation; `nil` if it does not.
  package func shortfall(of output: OutputMeter) -> String? {
    if sendsSentences == true, output.sentenceCount == 0 { return "it sends no sentences" }
    if sendsSentences == false, output.sentenceCount > 0 { return "it still sends sentences" }
    let missing = present.subtracting(output.sentences.keys)
    if !missing.isEmpty { return "it does not send \(missing.names)" }
    let surplus = absent.intersection(output.sentences.keys)
    if !surplus.isEmpty { return "it still sends \(surplus.names)" }
    let missingFrames = presentFrames.subtracting(output.navigation)
    if let frame = missingFrames.map(\.description).min() { return "it does not send \(frame)" }
    let surplusFrames = absentFrames.intersection(output.navigation)
    if let frame = surplusFrames.map(\.description).min() { return "it still sends \(frame)" }
    guard let epochRate else { return nil }
    guard let period = output.period else { return "fewer than two epochs arrived" }
    let rate = 1 / period
    guard abs(rate - epochRate) > epochRate * Self.tolerance else { return nil }
    return "it sends \(decimal(rate)) epochs a second, not \(decimal(epochRate))"
  }
}
