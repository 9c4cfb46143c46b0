// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GPSTool
import NMEA0183
import UBX

/// Returns the output of `gps decode` for a sentence or a frame, a JSON object; `nil` for a sentence that cannot be read.
///
/// Its name comes first, then the fields of its message by name. A sentence unknown to this package is given with the
/// fields of its text, as they were sent, and an unknown frame with the length of its payload.
func messageLine(_ part: LineReader.Part, _ reader: inout MessageReader) throws -> [UInt8]? {
  var line: [UInt8]
  let fields: any Encodable
  switch part {
  case .frame(let kind, let payload):
    line = Array("{\"frame\":\"\(kind)\"".utf8)
    let other: JSONMembers = ["other": true, "length": payload.count]
    fields = kind.message(payload.span.bytes) ?? other
  case .sentence(let sentence):
    guard let message = reader.message(of: sentence) else { return nil }
    let address: SentenceAddress? = if case .other(let address) = message { address } else { nil }
    let content = message.content
    let name = content?.kind ?? address?.formatter?.description ?? address?.description ?? ""
    line = Array("{\"sentence\":\"\(name)\"".utf8)
    if let block = reader.tagBlock(of: sentence) {
      let seconds = block.millisecondsSince1970.map { Double($0) / 1000 }
      let members: JSONMembers = ["source": block.source, "time": seconds]
      line += Array(",\"tagBlock\":".utf8) + (try JSONLine.encode(members))
    }
    if let content {
      fields = content.fields
    } else {
      // A text like `$GPXDR,C,19.5*hh`.
      let words = reader.text(of: sentence).prefix { $0 != "*" }
        .split(separator: ",", omittingEmptySubsequences: false).dropFirst().map(String.init)
      fields = ["other": true, "talker": address?.talker, "fields": words] as JSONMembers
    }
  }
  let members = try JSONLine.encode(fields)
  if members.count > 2 { line.append(UInt8(ascii: ",")) }
  return line + members.dropFirst()
}
