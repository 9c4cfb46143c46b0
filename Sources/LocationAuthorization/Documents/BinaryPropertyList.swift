// Core Location for Linux. SPDX-License-Identifier: MIT

/// How deep a binary property list is nested: its objects name each other by number, even themselves.
struct BinaryPropertyList {
  /// How every one begins.
  static let head = Array("bplist".utf8)

  private let bytes: [UInt8]
  private let deepest: Int
  private let offsetSize: Int
  private let referenceSize: Int
  private let count: Int
  private let table: Int
  /// The levels in each object that has been looked into, itself included; 0 before.
  private var levels: [UInt8]
  private var references = 0

  /// More are refused, so that objects that lie in each other do not take for ever.
  private static let mostReferences = 1 << 20

  private struct TooDeep: Error {}

  /// Why it is not to be decoded; `nil` if it may be, damaged or not.
  static func fault(of bytes: [UInt8], deepest: Int) -> String? {
    // What has no sound end is the decoder's to refuse: it finds no object in it.
    guard var list = BinaryPropertyList(bytes, deepest) else { return "it has no table of objects" }
    do {
      for object in 0..<list.count { _ = try list.levels(of: object, above: 0) }
      return nil
    } catch {
      return "more than \(deepest) levels, or objects in themselves"
    }
  }

  private init?(_ bytes: [UInt8], _ deepest: Int) {
    guard bytes.count >= 40 else { return nil }
    let trailer = bytes.count - 32
    let (count, table) = (
      Self.number(bytes, trailer + 8, 8), Self.number(bytes, trailer + 24, 8)
    )
    (offsetSize, referenceSize) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize), let count, let table,
      count <= bytes.count, table <= trailer, count * offsetSize <= trailer - table
    else { return nil }
    (self.bytes, self.deepest, self.count, self.table) = (bytes, deepest, count, table)
    levels = [UInt8](repeating: 0, count: count)
  }

  /// A number of some bytes, the highest first; `nil` if it is none that a file could need.
  private static func number(_ bytes: [UInt8], _ place: Int, _ size: Int) -> Int? {
    guard place >= 0, place <= bytes.count - size else { return nil }
    let value = bytes[place..<place + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(exactly: value).flatMap { $0 <= 1 << 40 ? $0 : nil }
  }

  private mutating func levels(of object: Int, above: Int) throws(TooDeep) -> Int {
    guard above < deepest else { throw TooDeep() }
    guard levels[object] == 0 else {
      guard above + Int(levels[object]) <= deepest else { throw TooDeep() }
      return Int(levels[object])
    }
    var deepestPart = 0
    for part in try parts(of: object) {
      deepestPart = max(deepestPart, try levels(of: part, above: above + 1))
    }
    levels[object] = UInt8(deepestPart + 1)
    return deepestPart + 1
  }

  /// The objects in an object.
  private mutating func parts(of object: Int) throws(TooDeep) -> [Int] {
    guard var place = Self.number(bytes, table + object * offsetSize, offsetSize),
      place < bytes.count
    else { return [] }
    let marker = bytes[place]
    let isDictionary = marker >> 4 == 0xD
    guard isDictionary || (0xA...0xC).contains(marker >> 4) else { return [] }
    place += 1
    var length = Int(marker & 0xF)
    if length == 0xF {
      guard place < bytes.count else { return [] }
      let size = 1 << Int(bytes[place] & 0xF)
      guard size <= 8, let long = Self.number(bytes, place + 1, size) else { return [] }
      length = long
      place += 1 + size
    }
    if isDictionary { length *= 2 }
    guard length * referenceSize <= bytes.count - place else { return [] }
    references += length
    guard references <= Self.mostReferences else { throw TooDeep() }
    return (0..<length).compactMap {
      Self.number(bytes, place + $0 * referenceSize, referenceSize).flatMap {
        $0 < count ? $0 : nil
      }
    }
  }
}
