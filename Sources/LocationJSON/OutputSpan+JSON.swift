// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Writes one flat JSON object, member by member, without those that are `nil`: for the line that is printed for every
// fix. JSONEncoder is for the rest.

extension OutputSpan<UInt8> {
  package mutating func beginObject() { append(UInt8(ascii: "{")) }

  package mutating func number(_ name: StaticString, _ value: Double?, decimals: Int) {
    guard let value else { return }
    member(name) { $0.append(value, decimals: decimals) }
  }

  package mutating func integer(_ name: StaticString, _ value: Int?) {
    guard let value else { return }
    member(name) { $0.append(decimal: value) }
  }

  /// Appends a string that needs no escapes.
  package mutating func string(_ name: StaticString, _ value: String?) {
    guard let value else { return }
    quoted(name) { $0.append(value) }
  }

  package mutating func flag(_ name: StaticString, _ value: Bool) {
    guard value else { return }
    member(name) { $0.append("true") }
  }

  package mutating func quoted(_ name: StaticString, _ write: (inout OutputSpan<UInt8>) -> Void) {
    member(name) {
      $0.append(UInt8(ascii: "\""))
      write(&$0)
      $0.append(UInt8(ascii: "\""))
    }
  }

  /// Ends the object, in place of the comma after the last member.
  package mutating func endObject() {
    if self[count - 1] == UInt8(ascii: ",") { removeLast(1) }
    append(UInt8(ascii: "}"))
  }

  @inline(__always)
  private mutating func member(_ name: StaticString, _ write: (inout OutputSpan<UInt8>) -> Void) {
    append(UInt8(ascii: "\""))
    append(name)
    append(UInt8(ascii: "\""))
    append(UInt8(ascii: ":"))
    write(&self)
    append(UInt8(ascii: ","))
  }
}
