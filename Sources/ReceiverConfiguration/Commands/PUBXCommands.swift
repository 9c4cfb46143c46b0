// Core Location for Linux. SPDX-License-Identifier: MIT
//
// u-blox M8 receiver description (UBX-13003221), PUBX,40 and PUBX,41.

import NMEA0183
package import SerialLine

/// The commands for receivers of u-blox as sentences, for ports that do not accept the binary protocol.
package enum PUBXCommands {
  /// Returns PUBX,40, which sends a sentence in every epoch or never, on both UARTs and USB.
  ///
  ///     $PUBX,40,kind,DDC,UART1,UART2,USB,SPI,reserved
  package static func send(_ sentence: SwitchableSentence, _ isOn: Bool) -> ReceiverCommand {
    let rate = isOn ? 1 : 0
    return ReceiverCommand(
      sentence: "PUBX,40,\(sentence.rawValue),0,\(rate),\(rate),\(rate),0,0",
      "\(sentence.rawValue) \(isOn ? "on" : "off")", .none)
  }

  /// Returns PUBX,41, which sets the rate of the first UART, with the protocols of the factory settings.
  ///
  ///     $PUBX,41,port,input,output,baud,autobauding
  package static func setBaudRate(_ rate: BaudRate) -> ReceiverCommand {
    ReceiverCommand(
      sentence: "PUBX,41,1,0007,0003,\(rate.rawValue),0", "\(rate)", .none, newRate: rate)
  }
}

extension ReceiverCommand {
  /// Creates a command that is a sentence; `body` is the text between `$` and `*`.
  package init(
    sentence body: String, _ meaning: String, _ acknowledgement: Acknowledgement,
    newRate: BaudRate? = nil
  ) {
    self.init(
      bytes: Array(SentenceEncoder.sentence(body: body).utf8), meaning, acknowledgement,
      newRate: newRate)
  }
}
