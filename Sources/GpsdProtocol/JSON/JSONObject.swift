// Core Location for Linux. SPDX-License-Identifier: MIT

/// Writes a JSON object as gpsd's clients need it: compact, members in the order in which they are set, without null.
struct JSONObject {
  private(set) var bytes: [UInt8] = Array("{".utf8)

  /// - Parameter name: the class, which comes first: old clients look for the first `"class":` in a line.
  init(class name: String? = nil) {
    if let name { set("class", name) }
  }

  /// The object as it stands.
  var closed: [UInt8] { bytes + [UInt8(ascii: "}")] }

  private mutating func begin(_ name: StaticString) {
    if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
    bytes.append(UInt8(ascii: "\""))
    bytes += UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    bytes += Array("\":".utf8)
  }

  mutating func set(_ name: StaticString, _ value: String?) {
    guard let value else { return }
    begin(name)
    Self.append(value, to: &bytes)
  }

  mutating func set(_ name: StaticString, _ value: Bool?) {
    guard let value else { return }
    begin(name)
    bytes += Array((value ? "true" : "false").utf8)
  }

  mutating func set(_ name: StaticString, _ value: Int?) {
    guard let value else { return }
    begin(name)
    bytes += Array(String(value).utf8)
  }

  /// Sets a number with a fixed count of decimals; nothing if it is not finite, or too large to be one.
  mutating func set(_ name: StaticString, _ value: Double?, decimals: Int) {
    guard let value, let text = Self.fixed(value, decimals) else { return }
    begin(name)
    bytes += text
  }

  /// Sets an array of objects.
  mutating func set(_ name: StaticString, _ objects: [JSONObject]) {
    begin(name)
    bytes.append(UInt8(ascii: "["))
    for (index, object) in objects.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes += object.closed
    }
    bytes.append(UInt8(ascii: "]"))
  }

  /// A number rounded to so many decimals, halves away from zero.
  private static func fixed(_ value: Double, _ decimals: Int) -> [UInt8]? {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let scaled = (value * scale).rounded()
    guard scaled.magnitude < 9e18 else { return nil }
    var digits = Array(String(Int64(scaled.magnitude)).utf8)
    while digits.count <= decimals { digits.insert(UInt8(ascii: "0"), at: 0) }
    if decimals > 0 { digits.insert(UInt8(ascii: "."), at: digits.count - decimals) }
    if scaled < 0 { digits.insert(UInt8(ascii: "-"), at: 0) }
    return digits
  }

  private static func append(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0x0A: bytes += Array("\\n".utf8)
      case 0x0D: bytes += Array("\\r".utf8)
      case 0x09: bytes += Array("\\t".utf8)
      case 0..<0x20, 0x7F:
        bytes += Array("\\u00".utf8)
        if byte < 0x10 { bytes.append(UInt8(ascii: "0")) }
        bytes += Array(String(byte, radix: 16).utf8)
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
