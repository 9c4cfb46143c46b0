// Core Location for Linux. SPDX-License-Identifier: MIT

/// A JSON object in the form that gpsd's clients need: compact, members in the order in which they are set, without null.
///
/// In addition to the escapes of JSON, it escapes characters that a terminal might obey, since texts are not trusted.
package struct JSONObject {
  private var bytes: [UInt8] = [UInt8(ascii: "{")]

  /// - Parameter name: the class, which comes first, since old clients search for the first `"class":` in a line.
  package init(class name: String? = nil) {
    bytes.reserveCapacity(512)
    if let name { set("class", name) }
  }

  /// The complete object with its present members.
  package var closed: [UInt8] { bytes + [UInt8(ascii: "}")] }

  private mutating func begin(_ name: StaticString) {
    if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
    bytes.append(UInt8(ascii: "\""))
    bytes += UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    bytes.append("\":")
  }

  package mutating func set(_ name: StaticString, _ value: String?) {
    guard let value else { return }
    begin(name)
    bytes.append(UInt8(ascii: "\""))
    bytes.append(json: value)
    bytes.append(UInt8(ascii: "\""))
  }

  package mutating func set(_ name: StaticString, _ value: Bool?) {
    guard let value else { return }
    begin(name)
    bytes.append(value ? "true" : "false")
  }

  package mutating func set(_ name: StaticString, _ value: Int?) {
    guard let value else { return }
    begin(name)
    bytes.append(String(value))
  }

  /// Sets a number with a fixed number of decimals, or without trailing zeros unless it is `padded`.
  ///
  /// Sets nothing if the number is not finite, or is too large to be anything that a receiver measures.
  package mutating func set(
    _ name: StaticString, _ value: Double?, decimals: Int, padded: Bool = true
  ) {
    guard let value, value.magnitude < 9e8 else { return }
    begin(name)
    bytes.append(value, decimals: decimals, padded: padded)
  }

  package mutating func set(_ name: StaticString, _ object: JSONObject) {
    set(name, json: object.closed)
  }

  package mutating func set(_ name: StaticString, _ objects: [JSONObject]) {
    begin(name)
    bytes.append(UInt8(ascii: "["))
    bytes += objects.map(\.closed).joined(separator: [UInt8(ascii: ",")])
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
}
