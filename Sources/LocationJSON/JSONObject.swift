// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem

/// A JSON object in the form that gpsd's clients need: compact, members in the order in which they are set, without null.
///
/// In addition to the escapes of JSON, it escapes characters that a terminal might obey, since texts are not trusted.
package struct JSONObject {
  package private(set) var bytes: [UInt8] = Array("{".utf8)

  /// - Parameter name: the class, which comes first, since old clients search for the first `"class":` in a line.
  package init(class name: String? = nil) {
    if let name { set("class", name) }
  }

  /// The complete object with its present members.
  package var closed: [UInt8] { bytes + [UInt8(ascii: "}")] }

  private mutating func begin(_ name: StaticString) {
    if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
    bytes.append(UInt8(ascii: "\""))
    bytes += UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    bytes += Array("\":".utf8)
  }

  package mutating func set(_ name: StaticString, _ value: String?) {
    guard let value else { return }
    begin(name)
    Self.append(value, to: &bytes)
  }

  package mutating func set(_ name: StaticString, _ value: Bool?) {
    guard let value else { return }
    begin(name)
    bytes += Array((value ? "true" : "false").utf8)
  }

  package mutating func set(_ name: StaticString, _ value: Int?) {
    guard let value else { return }
    begin(name)
    bytes += Array(String(value).utf8)
  }

  /// Sets a number with a fixed number of decimals; sets nothing if it is not finite, or is too large.
  package mutating func set(_ name: StaticString, _ value: Double?, decimals: Int) {
    guard let value, let text = Self.fixed(value, decimals) else { return }
    begin(name)
    bytes += text
  }

  /// Sets an array of objects.
  package mutating func set(_ name: StaticString, _ objects: [JSONObject]) {
    begin(name)
    bytes.append(UInt8(ascii: "["))
    for (index, object) in objects.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes += object.closed
    }
    bytes.append(UInt8(ascii: "]"))
  }

  /// Sets a value that is already JSON; sets nothing if it is `nil`.
  package mutating func set(_ name: StaticString, json: [UInt8]?) {
    guard let json else { return }
    begin(name)
    bytes += json
  }

  /// Sets as many of the first objects of an array as fit, so that the object is no longer than `longest` bytes.
  package mutating func set(_ name: StaticString, _ objects: [JSONObject], upTo longest: Int) {
    var room = longest - bytes.count - name.utf8CodeUnitCount - "\"\":[],}".utf8.count
    let fitting = objects.prefix { object in
      room -= object.bytes.count + 2
      return room >= 0
    }
    set(name, Array(fitting))
  }

  /// Adds the members of an object that is already JSON.
  package mutating func add(membersOf json: [UInt8]) {
    guard json.count > 2 else { return }
    if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
    bytes += json.dropFirst().dropLast()
  }

  /// Returns a number rounded to a number of decimals, halves away from zero.
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
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": bytes += [UInt8(ascii: "\\"), UInt8(ascii: scalar)]
      case "\n": bytes += Array("\\n".utf8)
      case "\r": bytes += Array("\\r".utf8)
      case "\t": bytes += Array("\\t".utf8)
      case _ where scalar.isPrintable: bytes += UTF8.encode(scalar) ?? .init()
      default: for unit in UTF16.encode(scalar) ?? .init() { append(escaped: unit, to: &bytes) }
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func append(escaped unit: UInt16, to bytes: inout [UInt8]) {
    let digits = String(unit, radix: 16)
    bytes += Array("\\u\(String(repeating: "0", count: 4 - digits.utf8.count))\(digits)".utf8)
  }
}
