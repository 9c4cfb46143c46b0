// Core Location for Linux. SPDX-License-Identifier: MIT

/// Checks that a binary property list is sound, and how deeply it is nested: its objects refer to each other by number,
/// even to themselves.
///
/// The whole file is checked, not only what is reachable from the top object: Foundation's decoder ends the process at
/// a length or an offset beyond the end of the file.
struct BinaryPropertyList {
  /// The first bytes of every binary property list.
  static let head = Array("bplist".utf8)

  /// The lowest offset at which an object may begin.
  private static let firstPlace = 8

  private let bytes: [UInt8]
  private let deepest: Int
  private let offsetSize: Int
  private let referenceSize: Int
  private let count: Int
  private let table: Int
  /// The number of levels in each object that has been examined, including itself; 0 before.
  private var levels: [UInt8]
  private var references = 0

  /// The most references that are accepted, which bounds the time that objects within objects take.
  private static let mostReferences = 1 << 20

  private enum Fault: Error {
    case tooDeep
    /// An object extends beyond its space, or is of an unknown kind.
    case unsound
  }

  /// Returns why the list must not be decoded; `nil` if it may be.
  static func fault(of bytes: [UInt8], deepest: Int) -> String? {
    guard var list = BinaryPropertyList(bytes, deepest) else { return "it has no table of objects" }
    do throws(Fault) {
      for object in 0..<list.count { _ = try list.levels(of: object, above: 0) }
      return nil
    } catch .tooDeep {
      return "more than \(deepest) levels, or objects in themselves"
    } catch {
      return "an object that is damaged"
    }
  }

  private init?(_ bytes: [UInt8], _ deepest: Int) {
    guard bytes.count >= 40 else { return nil }
    let trailer = bytes.count - 32
    let (count, top, table) = (
      Self.number(bytes, trailer + 8, 8), Self.number(bytes, trailer + 16, 8),
      Self.number(bytes, trailer + 24, 8)
    )
    (offsetSize, referenceSize) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize), let count, let top,
      let table, count <= bytes.count, top < count, (Self.firstPlace...trailer).contains(table),
      count * offsetSize <= trailer - table
    else { return nil }
    (self.bytes, self.deepest, self.count, self.table) = (bytes, deepest, count, table)
    levels = [UInt8](repeating: 0, count: count)
  }

  /// Reads a number of several bytes, the highest first; `nil` if no file could need one that large.
  private static func number(_ bytes: [UInt8], _ place: Int, _ size: Int) -> Int? {
    guard place >= 0, place <= bytes.count - size else { return nil }
    let value = bytes[place..<place + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(exactly: value).flatMap { $0 <= 1 << 40 ? $0 : nil }
  }

  private mutating func levels(of object: Int, above: Int) throws(Fault) -> Int {
    guard above < deepest else { throw .tooDeep }
    guard levels[object] == 0 else {
      guard above + Int(levels[object]) <= deepest else { throw .tooDeep }
      return Int(levels[object])
    }
    var deepestPart = 0
    for part in try parts(of: object) {
      deepestPart = max(deepestPart, try levels(of: part, above: above + 1))
    }
    levels[object] = UInt8(deepestPart + 1)
    return deepestPart + 1
  }

  /// Returns the objects that an object contains.
  private mutating func parts(of object: Int) throws(Fault) -> [Int] {
    guard let place = Self.number(bytes, table + object * offsetSize, offsetSize),
      (Self.firstPlace..<table).contains(place)
    else { throw .unsound }
    let (kind, low) = (bytes[place] >> 4, Int(bytes[place] & 0xF))
    switch (kind, low) {
    case (0x0, 0), (0x0, 8), (0x0, 9): return []
    case (0x1, 0...4), (0x2, 2...3), (0x3, 3): try checkRoom(for: 1 << low, at: place + 1)
    case (0x8, _): try checkRoom(for: low + 1, at: place + 1)
    case (0x4...0x6, _):
      let (length, start) = try length(low, at: place + 1)
      try checkRoom(for: kind == 0x6 ? 2 * length : length, at: start)
    case (0xA, _), (0xC, _), (0xD, _):
      let (length, start) = try length(low, at: place + 1)
      return try references(kind == 0xD ? 2 * length : length, at: start)
    default: throw .unsound
    }
    return []
  }

  /// Returns how many elements an object has, and where they begin.
  private func length(_ low: Int, at place: Int) throws(Fault) -> (length: Int, start: Int) {
    guard low == 0xF else { return (low, place) }
    // The length follows as a number of 1, 2, 4 or 8 bytes.
    guard place < table, (0x10...0x13).contains(bytes[place]) else { throw .unsound }
    let size = 1 << Int(bytes[place] & 0xF)
    try checkRoom(for: size, at: place + 1)
    guard let length = Self.number(bytes, place + 1, size) else { throw .unsound }
    return (length, place + 1 + size)
  }

  private func checkRoom(for size: Int, at place: Int) throws(Fault) {
    guard size <= table - place else { throw .unsound }
  }

  private mutating func references(_ count: Int, at place: Int) throws(Fault) -> [Int] {
    try checkRoom(for: count * referenceSize, at: place)
    references += count
    guard references <= Self.mostReferences else { throw .tooDeep }
    var objects: [Int] = []
    for index in 0..<count {
      guard let object = Self.number(bytes, place + index * referenceSize, referenceSize),
        object < self.count
      else { throw .unsound }
      objects.append(object)
    }
    return objects
  }
}
