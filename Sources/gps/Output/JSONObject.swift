// Core Location for Linux. SPDX-License-Identifier: MIT

/// Writes one flat JSON object, member by member, leaving out what is `nil`.
///
/// For the one line that is printed for every fix; JSONEncoder is for the rest.
struct JSONObject {
  private var bytes: [UInt8]
  private var isEmpty = true

  /// Continues a line.
  init(_ line: consuming [UInt8]) { bytes = line }

  mutating func number(_ name: StaticString, _ value: Double?, decimals: Int) {
    guard let value else { return }
    key(name)
    bytes.append(value, decimals: decimals)
  }

  mutating func integer(_ name: StaticString, _ value: Int?) {
    guard let value else { return }
    key(name)
    bytes.append(decimal: value)
  }

  /// A string that needs no escapes.
  mutating func string(_ name: StaticString, _ value: String?) {
    guard let value else { return }
    quoted(name) { $0.append(contentsOf: value.utf8) }
  }

  mutating func flag(_ name: StaticString, _ value: Bool) {
    guard value else { return }
    key(name)
    bytes.append("true")
  }

  mutating func quoted(_ name: StaticString, _ write: (inout [UInt8]) -> Void) {
    key(name)
    bytes.append(UInt8(ascii: "\""))
    write(&bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  /// The line with the object at its end.
  consuming func finish() -> [UInt8] {
    if isEmpty { bytes.append(UInt8(ascii: "{")) }
    bytes.append(UInt8(ascii: "}"))
    return bytes
  }

  private mutating func key(_ name: StaticString) {
    bytes.append(UInt8(ascii: isEmpty ? "{" : ","))
    isEmpty = false
    bytes.append(UInt8(ascii: "\""))
    bytes.append(name)
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ":"))
  }
}
