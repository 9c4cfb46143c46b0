// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

/// How sentences are printed: as one JSON object each.
enum MessageLine {
  /// What it is, its TAG block, then the fields of its message by name; of one that nobody here knows,
  /// the fields of its text, as they were sent.
  static func json(_ message: Message, text: String, tagBlock: TagBlock?) throws -> [UInt8] {
    let (name, payload) = message.content
    var line = Array("{\"sentence\":\"\(name)\"".utf8)
    if let tagBlock {
      line.append(contentsOf: ",\"tagBlock\":".utf8)
      try line.append(contentsOf: JSONLine.encode(TagMembers(tagBlock)))
    }
    let members = try JSONLine.encode(Members(payload ?? OtherMembers(message, text: text)))
    if members.count > 2 { line.append(UInt8(ascii: ",")) }
    line.append(contentsOf: members.dropFirst())
    return line
  }
}

/// A message, whatever its type.
private struct Members: Encodable {
  let message: any Encodable

  init(_ message: any Encodable) { self.message = message }

  func encode(to encoder: any Encoder) throws { try message.encode(to: encoder) }
}

/// A sentence that nobody here knows.
private struct OtherMembers: Encodable {
  let other = true
  let talker: Talker?
  let fields: [String]

  /// The fields of a text like `$GPXDR,C,19.5*hh`.
  init(_ message: Message, text: String) {
    talker = if case .other(let address) = message { address.talker } else { nil }
    let words = text.prefix { $0 != "*" }.split(separator: ",", omittingEmptySubsequences: false)
    fields = words.dropFirst().map(String.init)
  }
}

private struct TagMembers: Encodable {
  let source: String?
  /// Seconds since 1 January 1970.
  let time: Double?

  init(_ block: TagBlock) {
    source = block.source
    time = block.millisecondsSince1970.map { Double($0) / 1000 }
  }
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
    case .other(let address): (address.formatter?.description ?? address.description, nil)
    }
  }
}
