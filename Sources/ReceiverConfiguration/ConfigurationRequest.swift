// Core Location for Linux. SPDX-License-Identifier: MIT

package import SerialLine

/// What a user wants changed in a receiver; everything else stays.
package struct ConfigurationRequest: Hashable, Sendable {
  /// Epochs per second.
  package var epochRate: Double?
  /// Bits a second of the receiver, and of the port after it.
  package var baudRate: BaudRate?
  /// Sentences to be sent in every epoch.
  package var enabled: Set<SwitchableSentence> = []
  /// Sentences not to be sent.
  package var disabled: Set<SwitchableSentence> = []
  /// Whether a receiver that sends a binary protocol only is to send sentences.
  package var sendsSentences = false
  /// Whether the receiver is to keep it without power.
  package var isStored = false

  package init() {}

  /// Whether anything is asked for that can be done.
  package var isEmpty: Bool {
    epochRate == nil && baudRate == nil && enabled.isEmpty && disabled.isEmpty && !sendsSentences
  }

  /// Milliseconds between epochs; `nil` if the rate stays.
  package var period: Int? { epochRate.map { Int((1000 / $0).rounded()) } }
}
