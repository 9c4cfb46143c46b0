// Core Location for Linux. SPDX-License-Identifier: MIT

/// Decodes `Transfer-Encoding: chunked` (RFC 9112 §7.1), wherever the bytes are split.
struct ChunkedBody {
  private enum Stage {
    /// The line with the size, as read so far.
    case size([UInt8])
    case data(Int)
    /// The line end after the data, or its second byte.
    case dataEnd(isBegun: Bool)
    case ended
    case damaged
  }

  private var stage = Stage.size([])

  /// Whether it is not what it claims to be.
  var isDamaged: Bool { if case .damaged = stage { true } else { false } }
  var isAtEnd: Bool { if case .ended = stage { true } else { false } }

  /// A size line with its extensions; longer ones are not from a caster.
  private static let longestLine = 256

  /// Returns what the bytes contain besides the framing.
  mutating func decode(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var (rest, content) = (bytes, [UInt8]())
    while let byte = rest.first {
      switch stage {
      case .ended, .damaged: return content
      case .data(let missing):
        let piece = rest.prefix(missing)
        content += piece
        rest = rest.dropFirst(piece.count)
        stage = missing == piece.count ? .dataEnd(isBegun: false) : .data(missing - piece.count)
      case .dataEnd(let isBegun):
        rest = rest.dropFirst()
        if byte == UInt8(ascii: "\n") {
          stage = .size([])
        } else {
          stage = byte == UInt8(ascii: "\r") && !isBegun ? .dataEnd(isBegun: true) : .damaged
        }
      case .size(var line):
        rest = rest.dropFirst()
        line.append(byte)
        stage = byte == UInt8(ascii: "\n") ? Self.stage(after: line) : .size(line)
        if line.count > Self.longestLine { stage = .damaged }
      }
    }
    return content
  }

  private static func stage(after line: [UInt8]) -> Stage {
    let text = String(decoding: line, as: UTF8.self)
    let digits = text.prefix { $0 != ";" }.filter { !$0.isWhitespace }
    guard digits.count <= 7, let size = Int(digits, radix: 16), size >= 0 else { return .damaged }
    return size == 0 ? .ended : .data(size)
  }
}
