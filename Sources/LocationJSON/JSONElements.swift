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
  private var brackets = JSONBrackets(deepest: 512)
  /// The last text in the outermost object or array, as it is between its quotation marks, which may name an array.
  private var text: [UInt8] = []
  /// The object that is being read; `nil` outside.
  private var element: [UInt8]?
  private var isEnded = false
  private var position = 0

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
      let wasInText = brackets.isInText
      switch try mark(byte, at: position + index) {
      case .text:
        guard brackets.open.count == 1 else { break }
        if !wasInText {
          text.removeAll(keepingCapacity: true)
        } else if brackets.isInText, text.count < Self.longestName {
          text.append(byte)
        }
      case .opens:
        guard element == nil, byte == UInt8(ascii: "{"), isInArray(brackets.open.dropLast()) else {
          break
        }
        (element, start) = ([], index)
        if brackets.open.count == 2 { text = [] }
      case .closes:
        isEnded = brackets.open.isEmpty
        if isInArray(brackets.open[...]), let part = element.take() {
          pass(part + bytes[start...index], &found)
        }
      case .other: break
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

  private mutating func mark(_ byte: UInt8, at offset: Int) throws(Problem) -> JSONBrackets.Mark {
    do throws(JSONBrackets.Failure) {
      let mark = try brackets.read(byte)
      guard isEnded || brackets.open.isEmpty, mark != .closes else { return mark }
      // Blanks may be around it, and a byte order mark of UTF-8 before it.
      let isMark = offset < 3 && byte == [0xEF, 0xBB, 0xBF][offset]
      guard byte.isBlank || isMark && !isEnded else { throw .malformed }
      return mark
    } catch {
      throw error == .tooDeep ? .tooDeep : .malformed(at: offset)
    }
  }

  /// Returns whether, between these brackets, an object is an element: of the document, or of one of its members.
  private func isInArray(_ open: ArraySlice<UInt8>) -> Bool {
    open.last == UInt8(ascii: "[")
      && (open.count == 1 || open.count == 2 && open.first == UInt8(ascii: "{"))
  }
}
