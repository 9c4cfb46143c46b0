// Core Location for Linux. SPDX-License-Identifier: MIT

/// Looks for the end of a JSON object whose bytes come little by little, at each of them once.
///
/// To read an object anew with each byte that comes would let a client that sends them singly take all of a processor.
struct ObjectScan {
  enum Outcome: Hashable {
    /// As many brackets are closed as were opened; the place behind the last of them.
    case closed(Int)
    /// The line ends first, at this place.
    case lineEnd(Int)
  }

  /// How many bytes have been looked at.
  private var offset: Int
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  /// Whether only the end of the line is looked for.
  private(set) var isBroken = false

  /// - Parameter offset: how many bytes are in front of the object.
  init(from offset: Int) { self.offset = offset }

  /// Looks at what has not been looked at; `nil` until more has come.
  mutating func advance(in bytes: ArraySlice<UInt8>) -> Outcome? {
    while offset < bytes.count {
      let place = bytes.startIndex + offset
      offset += 1
      let byte = bytes[place]
      if byte == 0x0A || byte == 0x0D { return .lineEnd(place) }
      if !isBroken, closes(byte) { return .closed(place + 1) }
    }
    return nil
  }

  /// What was closed is no JSON: nothing but the end of the line is looked for.
  mutating func breakOff() { isBroken = true }

  /// Whether a byte closes the object.
  private mutating func closes(_ byte: UInt8) -> Bool {
    if isEscaped {
      isEscaped = false
      return false
    }
    switch byte {
    case UInt8(ascii: "\""): isInString.toggle()
    case UInt8(ascii: "\\"): isEscaped = isInString
    case _ where isInString: break
    case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      depth -= 1
      return depth <= 0
    default: break
    }
    return false
  }
}
