// Core Location for Linux. SPDX-License-Identifier: MIT

import FoundationEssentials
import NMEA0183

/// How messages are printed: as one JSON object each.
struct MessageLine: Encodable {
  let message: Message
  /// The fields as they were sent, of a sentence that nobody here knows.
  let fields: [String]
  let tagBlock: TagBlock?

  private enum Key: String, CodingKey {
    case sentence
    case fields
    case tagSource
    case tagTime
  }

  func encode(to encoder: any Encoder) throws {
    let (name, payload) = message.content
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(name, forKey: .sentence)
    try container.encodeIfPresent(tagBlock?.source, forKey: .tagSource)
    try container.encodeIfPresent(
      tagBlock?.millisecondsSince1970.map { Double($0) / 1000 }, forKey: .tagTime)
    if let payload {
      try payload.encode(to: encoder)
    } else {
      try container.encode(fields, forKey: .fields)
    }
  }

  /// The object in one line that a terminal shows and does not obey.
  ///
  /// JSONEncoder escapes the control characters of ASCII that JSON does not allow, and no others.
  var json: [UInt8] {
    get throws {
      let json = try Array(Self.encoder.encode(self))
      // ASCII but DEL, as nearly every sentence is.
      guard json.contains(where: { $0 >= 0x7F }) else { return json }
      var result: [UInt8] = []
      for scalar in String(decoding: json, as: UTF8.self).unicodeScalars {
        if scalar.isPrintable {
          result.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        } else {
          for unit in String(scalar).utf16 {
            let digits = String(unit, radix: 16)
            result.append(contentsOf: "\\u\("0000".dropFirst(digits.utf8.count))\(digits)".utf8)
          }
        }
      }
      return result
    }
  }

  /// Members in alphabetical order, so that equal messages are equal lines.
  private static let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }()
}

extension Message {
  /// What a message is called, and what it holds; nothing for one that nobody here knows.
  fileprivate var content: (name: String, payload: (any Encodable)?) {
    switch self {
    case .gga(let message): ("GGA", message)
    case .rmc(let message): ("RMC", message)
    case .gsa(let message): ("GSA", message)
    case .vtg(let message): ("VTG", message)
    case .gsv(let message): ("GSV", message)
    case .gll(let message): ("GLL", message)
    case .gns(let message): ("GNS", message)
    case .gst(let message): ("GST", message)
    case .gbs(let message): ("GBS", message)
    case .grs(let message): ("GRS", message)
    case .zda(let message): ("ZDA", message)
    case .dtm(let message): ("DTM", message)
    case .hdt(let message): ("HDT", message)
    case .hdg(let message): ("HDG", message)
    case .hdm(let message): ("HDM", message)
    case .ths(let message): ("THS", message)
    case .rot(let message): ("ROT", message)
    case .txt(let message): ("TXT", message)
    case .pubx00(let message): ("PUBX00", message)
    case .pubx03(let message): ("PUBX03", message)
    case .pubx04(let message): ("PUBX04", message)
    case .pgrme(let message): ("PGRME", message)
    case .pgrmz(let message): ("PGRMZ", message)
    case .psrfepe(let message): ("PSRFEPE", message)
    case .pmtk001(let message): ("PMTK001", message)
    case .pmtk705(let message): ("PMTK705", message)
    case .pqtmver(let message): ("PQTMVER", message)
    case .other(let address): (address.description, nil)
    }
  }
}
