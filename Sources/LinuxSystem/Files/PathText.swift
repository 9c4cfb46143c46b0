// Core Location for Linux. SPDX-License-Identifier: MIT

// To the kernel, paths are bytes, which may not be UTF-8; to Swift, they are text, which is.

extension String {
  /// Decodes a path as text from which its bytes can be restored, whatever they are.
  ///
  /// A byte that is not UTF-8 becomes a private-use character from U+10FF00 on; so do the bytes of such a character.
  package init(pathBytes bytes: some Collection<UInt8>) {
    self.init()
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var rest = bytes[...]
    while true {
      switch parser.parseScalar(from: &iterator) {
      case .valid(let encoded):
        let scalar = Unicode.UTF8.decode(encoded)
        if scalar.pathByte == nil {
          unicodeScalars.append(scalar)
        } else {
          unicodeScalars.append(contentsOf: encoded.compactMap(Unicode.Scalar.init(pathByte:)))
        }
        rest = rest.dropFirst(encoded.count)
      case .error(let length):
        unicodeScalars.append(
          contentsOf: rest.prefix(length).compactMap(Unicode.Scalar.init(pathByte:)))
        rest = rest.dropFirst(length)
      case .emptyInput: return
      }
    }
  }

  /// The bytes of a path, followed by a zero byte, for system calls.
  package var pathBytes: [CChar] {
    var bytes: [CChar] = []
    for scalar in unicodeScalars {
      if let byte = scalar.pathByte {
        bytes.append(CChar(bitPattern: byte))
      } else {
        bytes += UTF8.encode(scalar)?.map(CChar.init(bitPattern:)) ?? []
      }
    }
    return bytes + [0]
  }
}

extension Unicode.Scalar {
  fileprivate init?(pathByte byte: UInt8) { self.init(0x10_FF00 + UInt32(byte)) }

  /// The byte of a path that the character stands for; `nil` if it stands for itself.
  var pathByte: UInt8? { (0x10_FF00...0x10_FFFF).contains(value) ? UInt8(value & 0xFF) : nil }
}

/// File names made from arbitrary text.
package enum FileName {
  /// The longest name, in bytes: file systems allow 255, and ``WholeFile`` appends up to 18.
  package static let longest = 255 - 18

  /// Returns a name in which every byte but ASCII letters and digits is escaped as `%2F`, with a suffix.
  ///
  /// Different texts get different names. A name that would be too long is cut off, and ends with a digest of the whole
  /// text.
  package static func escaping(_ text: some Sequence<UInt8>, suffix: String = "") -> String {
    let bytes = Array(text)
    var name = ""
    for byte in bytes { name += byte.isLetterOrDigit ? String(UnicodeScalar(byte)) : escape(byte) }
    if name.isEmpty { name = "%" }
    let room = longest - suffix.utf8.count
    guard name.utf8.count > room else { return name + suffix }
    let digest = "%-" + (0...1).map { hexadecimal(bytes.digest(seed: $0), digits: 16) }.joined()
    return String(name.prefix(room - digest.utf8.count)) + digest + suffix
  }

  /// Returns a byte as `%2F`.
  package static func escape(_ byte: UInt8) -> String {
    "%" + hexadecimal(byte, digits: 2, uppercase: true)
  }
}
