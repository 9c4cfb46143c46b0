// Core Location for Linux. SPDX-License-Identifier: MIT

package import SerialLine

/// The changes that a user requests; all other settings of the receiver stay.
package struct ConfigurationRequest: Hashable, Sendable {
  /// Epochs per second; `nil` if the rate stays.
  package var epochRate: Double?
  /// Bits per second of the receiver, and then of the port; `nil` if the rate stays.
  package var baudRate: BaudRate?
  package var enabled: Set<SwitchableSentence> = []
  package var disabled: Set<SwitchableSentence> = []
  /// Whether a receiver that sends only a binary protocol is to send sentences.
  package var sendsSentences = false
  /// Whether a u-blox receiver is to send frames of UBX in place of sentences.
  package var sendsFrames = false
  /// Whether the receiver is to keep the settings without power.
  package var isStored = false

  package init() {}

  /// Whether the request changes no setting.
  package var isEmpty: Bool {
    epochRate == nil && baudRate == nil && enabled.isEmpty && disabled.isEmpty && !sendsSentences
      && !sendsFrames
  }

  /// Milliseconds between epochs; `nil` if the rate stays.
  package var period: Int? { epochRate.map { Int((1000 / $0).rounded()) } }
}
