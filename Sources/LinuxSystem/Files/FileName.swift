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
