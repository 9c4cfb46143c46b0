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

  /// Returns UBX-CFG-PRT, which makes a port send frames, too.
  package static func addFrames(_ settings: UBloxPortSettings) -> ReceiverCommand {
    var changed = settings
    changed.sendsFrames = true
    return ReceiverCommand(UBXFrame(.port, changed.payload), "UBX as output", .ubx(.port))
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

// u-blox M8 receiver description (UBX-13003221) and M10 SPG 5.10 interface description, CFG-MSGOUT.

/// The frames that a u-blox receiver sends once it speaks UBX: a fix with accuracies, dilutions, what it says about
/// spoofing, and the satellites.
package enum UBloxNavigation: CaseIterable, Hashable, Sendable {
  case pvt
  case dop
  case status
  case sat
  /// The satellites, of receivers before protocol 15.
  case svinfo

  package static func known(in protocolVersion: Double?) -> [UBloxNavigation] {
    [.pvt, .dop, .status, protocolVersion ?? 0 >= 15 ? .sat : .svinfo]
  }

  /// The frames for which newer receivers have keys.
  package static let withKeys: [UBloxNavigation] = [.pvt, .dop, .status, .sat]

  /// Its kind, the key for how often it is sent on UART 1, and its length in bytes, with 24 satellites.
  var facts: (kind: FrameKind, key: UInt32?, bytes: Int) {
    switch self {
    case .pvt: (NAVPVT.kind, 0x2091_0007, 100)
    case .dop: (NAVDOP.kind, 0x2091_0039, 26)
    case .status: (NAVSTATUS.kind, 0x2091_001B, 24)
    case .sat: (NAVSAT.kind, 0x2091_0016, 304)
    case .svinfo: (NAVSVINFO.kind, nil, 304)
    }
  }

  package var kind: FrameKind { facts.kind }
}

/// The payload of UBX-CFG-PRT: the settings of one port of a u-blox receiver.
///
///     port reserved ready(2) mode(4) baud(4) input(2) output(2) flags(2) reserved(2)
package struct UBloxPortSettings: Hashable, Sendable {
  /// All twenty bytes.
  package private(set) var payload: [UInt8]

  /// Reads the settings that a receiver has answered; `nil` if they are not twenty bytes.
  package init?(_ payload: [UInt8]) {
    guard payload.count == 20 else { return nil }
    self.payload = payload
  }

  /// Returns the factory settings of UART 1: 8N1, UBX, NMEA and RTCM in, UBX and NMEA out.
  package static func factory(_ rate: BaudRate) -> UBloxPortSettings {
    var settings = UBloxPortSettings(
      bytes: [1, 0, 0, 0, 0xD0, 0x08, 0, 0, 0, 0, 0, 0, 7, 0, 3, 0, 0, 0, 0, 0])
    settings.baudRate = rate
    return settings
  }

  private init(bytes: [UInt8]) { payload = bytes }

  package var isUSB: Bool { payload[0] == 3 }

  package var baudRate: BaudRate {
    get { BaudRate(rawValue: UInt32(littleEndianBytes: payload[8..<12])) }
    set { payload.replaceSubrange(8..<12, with: newValue.rawValue.littleEndianBytes) }
  }

  package var sendsFrames: Bool {
    get { payload[14] & 1 != 0 }
    set { payload[14] = newValue ? payload[14] | 1 : payload[14] & ~1 }
  }

  package var sendsSentences: Bool {
    get { payload[14] & 2 != 0 }
    set { payload[14] = newValue ? payload[14] | 2 : payload[14] & ~2 }
  }
}
