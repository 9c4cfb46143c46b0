// Core Location for Linux. SPDX-License-Identifier: MIT
//
// u-blox M8 receiver description (UBX-13003221), chapter UBX-CFG.

package import SerialLine
package import UBX

/// The commands for receivers of u-blox up to the ninth generation, in their binary protocol.
package enum UBloxCommands {
  /// UBX-MON-VER: asks for the version of the protocol.
  package static let askVersion = ReceiverCommand(
    UBXFrame(.version), "ask a u-blox receiver for its version", .ubxReply(.version))

  /// UBX-CFG-RATE: asks for the epoch rate.
  package static let askRate = ReceiverCommand(
    UBXFrame(.rate), "ask for the epoch rate", .ubxReply(.rate))

  /// UBX-CFG-PRT: asks for the settings of the port through which the question arrives.
  package static let askPort = ReceiverCommand(
    UBXFrame(.port), "ask for the settings of this port", .ubxReply(.port))

  /// Returns UBX-CFG-MSG, which asks how often a message is sent on each port.
  package static func askRate(of kind: FrameKind, _ name: String) -> ReceiverCommand {
    ReceiverCommand(
      UBXFrame(.messageRate, [kind.messageClass, kind.identifier]), "ask how often \(name) is sent",
      .ubxReply(.messageRate, startingWith: [kind.messageClass, kind.identifier]))
  }

  /// Returns UBX-CFG-RATE, which sets the milliseconds between measurements, the measurements per solution, and the time
  /// system to which they are aligned.
  package static func setRate(milliseconds: Int, reference: UInt16 = 1) -> ReceiverCommand {
    let fields = [UInt16(clamping: milliseconds), 1, reference]
    return ReceiverCommand(
      UBXFrame(.rate, fields.flatMap(\.littleEndianBytes)), "one epoch every \(milliseconds) ms",
      .ubx(.rate))
  }

  /// Returns UBX-CFG-MSG in its short form, which sends a message in every epoch or never, on the port in use.
  package static func send(_ kind: FrameKind, _ name: String, _ isOn: Bool) -> ReceiverCommand {
    ReceiverCommand(
      UBXFrame(.messageRate, [kind.messageClass, kind.identifier, isOn ? 1 : 0]),
      "\(name) \(isOn ? "on" : "off")", .ubx(.messageRate))
  }

  /// Returns a command that restores what the receiver answered when it was asked: the payloads are the same.
  package static func putBack(_ answer: UBXFrame, _ what: String) -> ReceiverCommand {
    ReceiverCommand(answer, "\(what) as before", .ubx(answer.kind))
  }

  /// Returns UBX-CFG-PRT, which makes a port send frames and no sentences.
  package static func sendFrames(_ settings: UBloxPortSettings) -> ReceiverCommand {
    var changed = settings
    (changed.sendsFrames, changed.sendsSentences) = (true, false)
    return ReceiverCommand(
      UBXFrame(.port, changed.payload), "UBX as output, and no sentences", .ubx(.port))
  }

  /// Returns UBX-CFG-PRT, which sets the rate of a port, or adds sentences to its output.
  ///
  /// Only these fields of the answer to askPort are changed.
  package static func setPort(
    _ settings: UBloxPortSettings, baudRate: BaudRate?, sendingSentences: Bool
  ) -> ReceiverCommand {
    var changed = settings
    if let baudRate { changed.baudRate = baudRate }
    if sendingSentences { changed.sendsSentences = true }
    let parts = [baudRate.map { "\($0)" }, sendingSentences ? "sentences as output" : nil]
    return ReceiverCommand(
      UBXFrame(.port, changed.payload), parts.compactMap(\.self).joined(separator: ", "),
      baudRate == nil ? .ubx(.port) : .none, newRate: baudRate)
  }

  /// UBX-CFG-CFG: stores ports, messages, navigation and receiver settings in battery-backed and flash memory.
  package static let store = ReceiverCommand(
    UBXFrame(
      .store,
      UInt32(0).littleEndianBytes + UInt32(0x1F).littleEndianBytes + UInt32(0).littleEndianBytes
        + [0x03]),
    "store the settings in the receiver", .ubx(.store))

  /// Returns the kind of a sentence as a message of class F0.
  package static func kind(of sentence: SwitchableSentence) -> FrameKind {
    FrameKind(0xF0, sentence.facts.ublox.number)
  }
}
