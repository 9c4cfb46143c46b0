// Core Location for Linux. SPDX-License-Identifier: MIT

/// The MACK message of a satellite in a sub-frame, as far as it was received: tags, then the key of the sub-frame.
///
///     tag0 MACSEQ COP | tag PRND ADKD COP | … | key
///     TS   12     4     TS  8    4    4         KS
///
/// Source: OSNMA SIS ICD 1.1, section 3.3.
struct TagMessage {
  /// The satellite that sent it (PRNA).
  var sender: Int
  var subframe: GalileoTime
  /// The 60 bytes.
  var bytes: [UInt8]
  /// The four-byte parts that were received, the first one in bit 0.
  var received: UInt16

  /// A tag with its information.
  struct Entry: Equatable {
    /// CTR: 1 for the first tag.
    var counter: UInt8
    var tag: UInt64
    /// PRND: the satellite whose data are covered.
    var satellite: Int
    var kind: UInt8
    /// COP: in how many sub-frames before this one each of the covered words was sent unchanged; 15 also means more, and 0 that the
    /// tag covers nothing.
    var cutOff: Int
    var slot: TagTable.Slot
  }

  /// Returns the number in a range of bits; `nil` unless all of them were received.
  private func bits(_ range: Range<Int>) -> UInt64? {
    let parts = range.lowerBound / 32...(range.upperBound - 1) / 32
    return parts.allSatisfy { received >> UInt16($0) & 1 == 1 } ? bytes.bits(range) : nil
  }

  /// The entry at a place of a chain's table; `nil` if a part of it was not received.
  func entry(_ index: Int, _ parameters: ChainParameters) -> Entry? {
    let slots = parameters.table.slots(in: subframe)
    let start = index * (parameters.tagBits + 16)
    let end = start + parameters.tagBits
    guard slots.indices.contains(index), let tag = bits(start..<end),
      let information = bits(end..<end + 16)
    else { return nil }
    let first = index == 0
    return Entry(
      counter: UInt8(index + 1), tag: tag,
      satellite: first ? sender : Int(information >> 8),
      kind: first ? 0 : UInt8(information >> 4 & 15), cutOff: Int(information & 15),
      slot: slots[index])
  }

  /// The key of this sub-frame, which follows as many entries as fit; `nil` if a part of it was not received.
  func key(_ parameters: ChainParameters) -> [UInt8]? {
    let entry = parameters.tagBits + 16
    let start = (480 - 8 * parameters.keySize) / entry * entry
    var key: [UInt8] = []
    for index in 0..<parameters.keySize {
      guard let byte = bits(start + 8 * index..<start + 8 * index + 8) else { return nil }
      key.append(UInt8(truncatingIfNeeded: byte))
    }
    return key
  }

  /// The sequence code, and what it is computed from; `nil` if a part of it was not received.
  func sequence(_ parameters: ChainParameters) -> (code: UInt64, message: BitString)? {
    guard let code = bits(parameters.tagBits..<parameters.tagBits + 12) else { return nil }
    var message = BitString(capacity: 200)
    message.append(UInt8(sender))
    message.append(UInt128(subframe.number), count: 32)
    for (index, slot) in parameters.table.slots(in: subframe).enumerated() where slot == .flexible {
      let end = index * (parameters.tagBits + 16) + parameters.tagBits
      guard let information = bits(end..<end + 16) else { return nil }
      message.append(UInt128(information), count: 16)
    }
    return (code, message)
  }
}

extension TagMessage.Entry {
  /// What the tag covers if its place allows it; `nil` for an entry that must not be judged.
  var judgedKind: TagKind? {
    guard let kind = TagKind(rawValue: kind), 1...36 ~= satellite, cutOff > 0 else { return nil }
    switch slot {
    case .own(let expected), .any(let expected): return kind == expected ? kind : nil
    case .flexible: return kind
    }
  }

  /// What the tag is the code of.
  func message(
    _ data: BitString, sender: Int, in subframe: GalileoTime, _ header: NMAHeader
  ) -> BitString {
    var message = BitString(capacity: 616)
    // The first tag is always for its sender's own data.
    if counter > 1 { message.append(UInt8(satellite)) }
    message.append(UInt8(sender))
    message.append(UInt128(subframe.number), count: 32)
    message.append(counter)
    message.append(UInt128(header.status.rawValue), count: 2)
    message.append(data)
    return message
  }
}
