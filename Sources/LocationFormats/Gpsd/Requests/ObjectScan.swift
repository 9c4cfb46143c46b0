// Core Location for Linux. SPDX-License-Identifier: MIT

/// Finds the end of a JSON object whose bytes arrive in pieces, examining each byte once.
///
/// If the object were parsed again with every byte that arrives, a client that sends single bytes could keep a
/// processor busy.
struct ObjectScan {
  enum Outcome: Hashable {
    /// All brackets have been closed; the place after the last one.
    case closed(Int)
    /// The line ends first, at this place.
    case lineEnd(Int)
  }

  /// How many bytes have been examined.
  private var offset: Int
  private var depth = 0
  private var isInString = false
  private var isEscaped = false
  /// Whether only the end of the line is still looked for.
  private(set) var isBroken = false

  /// - Parameter offset: how many bytes precede the object.
  init(from offset: Int) { self.offset = offset }

  /// Examines bytes that have not been examined; returns `nil` until more have arrived.
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

  /// From now on, looks only for the end of the line, because the object is not valid JSON.
  mutating func breakOff() { isBroken = true }

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
