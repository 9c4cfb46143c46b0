// Core Location for Linux. SPDX-License-Identifier: MIT

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
    for byte in bytes { name += isPlain(byte) ? String(UnicodeScalar(byte)) : escape(byte) }
    if name.isEmpty { name = "%" }
    let room = longest - suffix.utf8.count
    guard name.utf8.count > room else { return name + suffix }
    let digest = "%-" + hexadecimal(digest(bytes, 0)) + hexadecimal(digest(bytes, 1))
    return String(name.prefix(room - digest.utf8.count)) + digest + suffix
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }

  /// Returns a byte as `%2F`.
  package static func escape(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return "%" + (digits.count == 1 ? "0" : "") + digits
  }

  private static func hexadecimal(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// FNV-1a with 64 bits, which is the same in every process, unlike Swift's hashes.
  private static func digest(_ bytes: [UInt8], _ seed: UInt64) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325 ^ seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
