// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS

/// The writer of all JSON but what `Codable` types are stored as: the members of an object, put straight into its bytes.
///
/// In the form that gpsd's clients need: compact, members in the order in which they are set, without null. What is `nil`
/// has no member.
package struct JSONObject {
  fileprivate var bytes: [UInt8]
  /// Where the object begins: what it is appended to comes before.
  private let start: Int

  fileprivate init(at start: Int) { (bytes, self.start) = ([], start) }

  /// - Parameter name: the class, which comes first, since old clients search for the first `"class":` in a line.
  package init(class name: String? = nil) {
    self.init(at: 0)
    bytes.reserveCapacity(512)
    bytes.append(UInt8(ascii: "{"))
    set("class", name)
  }

  /// The complete object with its present members.
  package var closed: [UInt8] { bytes + [UInt8(ascii: "}")] }

  package mutating func set(_ name: StaticString, _ value: String?) {
    guard var value else { return }
    let isPlain = value.withUTF8 { text in
      guard text.allSatisfy(\.isPlainInJSON) else { return false }
      set(name, upTo: text.count + 2) { pen in
        pen.byte("\"")
        pen.text(text)
        pen.byte("\"")
      }
      return true
    }
    guard !isPlain else { return }
    set(name, upTo: 1) { $0.byte("\"") }
    bytes.append(json: value)
    bytes.append(UInt8(ascii: "\""))
  }

  package mutating func set(_ name: StaticString, _ value: Bool?) {
    guard let value else { return }
    set(name, upTo: 5) { $0.text(value ? "true" : "false") }
  }

  package mutating func set(_ name: StaticString, _ value: Int?) {
    guard let value else { return }
    set(name, upTo: BytePen.mostOfNumber) { pen in
      if value < 0 { pen.byte("-") }
      pen.digits(UInt64(value.magnitude), width: 1)
    }
  }

  /// Sets a number with a fixed number of decimals, or without trailing zeros unless it is `padded`.
  ///
  /// Sets nothing if the number is not finite, or is too large to be anything that a receiver measures.
  package mutating func set(
    _ name: StaticString, _ value: Double?, decimals: Int, padded: Bool = true
  ) {
    guard let value = value?.ifMeasurable else { return }
    set(name, upTo: BytePen.mostOfNumber) { $0.number(value, decimals: decimals, padded: padded) }
  }

  package mutating func set(_ name: StaticString, _ members: (inout JSONObject) -> Void) {
    set(name, upTo: 1) { $0.byte("{") }
    members(&self)
    bytes.append(UInt8(ascii: "}"))
  }

  /// Sets an array of objects, whose members `set` sets.
  ///
  /// - Parameter longest: how long this object may become, in bytes: the array ends with the last element that fits.
  package mutating func set<Element>(
    _ name: StaticString, _ elements: some Sequence<Element>, upTo longest: Int = .max,
    _ set: (Element, inout JSONObject) -> Void
  ) {
    self.set(name, upTo: 1) { $0.byte("[") }
    for element in elements {
      let before = bytes.count
      if bytes.last != UInt8(ascii: "[") { bytes.append(UInt8(ascii: ",")) }
      bytes.append(UInt8(ascii: "{"))
      set(element, &self)
      bytes.append(UInt8(ascii: "}"))
      guard bytes.count - start + "],}".utf8.count <= longest else {
        bytes.removeLast(bytes.count - before)
        break
      }
    }
    bytes.append(UInt8(ascii: "]"))
  }

  /// Sets a value that is already JSON; sets nothing if it is `nil`.
  package mutating func set(_ name: StaticString, json: [UInt8]?) {
    guard let json else { return }
    set(name, upTo: 0) { _ in }
    bytes += json
  }

  /// Sets a value, or the beginning of one, that takes no more than `most` bytes.
  @inline(__always)
  mutating func set(_ name: StaticString, upTo most: Int, _ value: (inout BytePen) -> Void) {
    let isFirst = bytes.last == UInt8(ascii: "{")
    bytes.write(upTo: name.utf8CodeUnitCount + ",\"\":".utf8.count + most) { pen in
      if !isFirst { pen.byte(",") }
      pen.byte("\"")
      pen.text(name)
      pen.byte("\"")
      pen.byte(":")
      value(&pen)
    }
  }
}

extension [UInt8] {
  /// Appends an object, whose members `members` sets.
  package mutating func append(object members: (inout JSONObject) -> Void) {
    var object = JSONObject(at: count)
    append(UInt8(ascii: "{"))
    // Moved there and back, since what two hold is copied before it is changed.
    swap(&self, &object.bytes)
    members(&object)
    swap(&self, &object.bytes)
    append(UInt8(ascii: "}"))
  }
}
