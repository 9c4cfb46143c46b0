// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

/// Quectel's own sentences, `$PQTM…`, of LG290P, LC29H and their kin.
///
/// Those that answer commands, and the one about jamming, are messages of `NMEA0183`.
enum QuectelProtocol: ReceiverProtocol {
  static let name = "PQTM (Quectel)"
  static let maker: String? = "Quectel"
  static let hasSentences = true

  /// The messages that are read, by their addresses; a new one needs a line here.
  static let messages: [String: any QuectelMessage.Type] = [
    "PQTMNAV": PQTMNAV.self, "PQTMPPPNAV": PQTMNAV.self, "PQTMPVT": PQTMPVT.self,
    "PQTMVEL": PQTMVEL.self, "PQTMEPE": PQTMEPE.self, "PQTMDOP": PQTMDOP.self,
    "PQTMEOE": PQTMEOE.self, "PQTMTAR": PQTMTAR.self, "PQTMPL": PQTMPL.self,
    "PQTMANTENNASTATUS": PQTMANTENNASTATUS.self,
  ]

  static func hasSentence(_ address: SentenceAddress) -> Bool {
    address.isProprietary && messages[address.description] != nil
  }

  static func message(_ address: SentenceAddress, _ fields: TextFields) -> (any Encodable)? {
    guard let type = messages[address.description] else { return nil }
    return type.init(fields) ?? QuectelAnswer(fields)
  }

  static func makeReader() -> (any ProtocolReader)? { QuectelReader() }
}

/// A sentence of Quectel's whose fields are read.
///
/// Field 0 is the version of the sentence: one that is not known is not read. Later firmware appends fields.
protocol QuectelMessage: Encodable, Sendable {
  init?(_ fields: TextFields)
}

/// What a receiver answers to a command that concerns a sentence, as in `$PQTMEPE,ERROR,3`.
struct QuectelAnswer: Encodable {
  var result: String
  /// What went wrong: 1 the parameters, 2 the execution, 3 an unknown command.
  var error: Int?

  init?(_ fields: TextFields) {
    guard let result = fields[0], result == "OK" || result == "ERROR" else { return nil }
    (self.result, error) = (result, fields.integer(1))
  }
}
