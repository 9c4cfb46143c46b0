// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem

/// Finds the objects in the arrays of a JSON document of any length, which arrives in pieces.
///
/// The arrays are the document itself, or members of its outermost object. Of everything else, only the brackets are
/// looked at. It keeps the bytes of one object at most.
package struct JSONElements {
  /// Why a document cannot be read any further.
  package enum Problem: Error, Hashable {
    case malformed(at: Int)
    /// It is nested more deeply than any that is known.
    case tooDeep
    /// Its end is missing.
    case cutOff
  }

  /// The number of objects that were left out because they are too long.
  package private(set) var tooLong = 0
  /// Why nothing more is read; `nil` while there is no reason.
  package private(set) var problem: Problem?

  private let longest: Int
  private var open: [UInt8] = []
  /// The string in which the next byte is, so far, if it may be the name of an array.
  private var text: [UInt8] = []
  private var isInText = false
  private var isEscaped = false
  /// The object that is being read; `nil` outside.
  private var element: [UInt8]?
  private var isEnded = false
  private var position = 0

  private static let deepest = 512
  /// The longest name of a member that can be asked for, bytes.
  private static let longestName = 64

  /// - Parameter longest: the longest object that is passed on, in bytes.
  package init(longest: Int = 1 << 20) { self.longest = longest }

  package struct Element: Hashable {
    /// The name of the array; empty if it is the document itself.
    package let name: String
    /// The object, which may be malformed between its brackets.
    package let bytes: [UInt8]
  }

  /// Reads bytes, and returns the objects that end in them; none after a ``problem``.
  package mutating func push(_ bytes: RawSpan) -> [Element] {
    var found: [Element] = []
    guard problem == nil else { return found }
    do throws(Problem) {
      try bytes.withUnsafeBytes { bytes throws(Problem) in try read(bytes, &found) }
    } catch {
      problem = error
    }
    position += bytes.byteCount
    return found
  }

  /// Confirms that the document is complete, and that there was no problem before.
  package func finish() throws(Problem) {
    if let problem { throw problem }
    if !isEnded { throw .cutOff }
  }

  private mutating func read(
    _ bytes: UnsafeRawBufferPointer, _ found: inout [Element]
  ) throws(Problem) {
    // Where the part of the object in these bytes begins.
    var start = 0
    for (index, byte) in bytes.enumerated() {
      if isInText {
        readText(byte)
      } else if byte == UInt8(ascii: "\"") {
        (isInText, isEscaped) = (true, false)
        if open.count == 1 { text.removeAll(keepingCapacity: true) }
      } else if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
        if try begin(byte, at: position + index) { start = index }
      } else if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
        if try end(byte, at: position + index), let part = element.take() {
          pass(part + bytes[start...index], &found)
        }
      } else if open.isEmpty, !byte.isBlank {
        // A byte order mark of UTF-8 may be before it.
        let offset = position + index
        guard offset < 3, byte == [0xEF, 0xBB, 0xBF][offset] else {
          throw .malformed(at: offset)
        }
      }
    }
    // One byte more than the longest is enough to know that it is too long.
    let room = longest + 1 - (element?.count ?? 0)
    element?.append(contentsOf: bytes[start...].prefix(room))
  }

  private mutating func pass(_ bytes: [UInt8], _ found: inout [Element]) {
    if bytes.count > longest {
      tooLong += 1
    } else {
      found.append(Element(name: String(decoding: text, as: UTF8.self), bytes: bytes))
    }
  }

  private mutating func readText(_ byte: UInt8) {
    if isEscaped {
      isEscaped = false
    } else if byte == UInt8(ascii: "\\") {
      isEscaped = true
    } else if byte == UInt8(ascii: "\"") {
      isInText = false
      return
    }
    if open.count == 1, text.count < Self.longestName { text.append(byte) }
  }

  private mutating func begin(_ bracket: UInt8, at offset: Int) throws(Problem) -> Bool {
    guard !isEnded else { throw .malformed(at: offset) }
    guard open.count < Self.deepest else { throw .tooDeep }
    let isElement =
      element == nil && bracket == UInt8(ascii: "{") && open.last == UInt8(ascii: "[")
      && (open.count == 1 || open.count == 2 && open[0] == UInt8(ascii: "{"))
    if isElement {
      element = []
      if open.count == 1 { text = [] }
    }
    open.append(bracket)
    return isElement
  }

  private mutating func end(_ bracket: UInt8, at offset: Int) throws(Problem) -> Bool {
    // The closing brackets are two characters after the opening ones.
    guard let opening = open.popLast(), opening == bracket - 2 else {
      throw .malformed(at: offset)
    }
    isEnded = open.isEmpty
    return element != nil && open.last == UInt8(ascii: "[")
      && (open.count == 1 || open.count == 2 && open[0] == UInt8(ascii: "{"))
  }
}
