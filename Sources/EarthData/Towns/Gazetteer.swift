// Core Location for Linux. SPDX-License-Identifier: MIT

package import FoundationEssentials

/// About seventy thousand towns, in a file that is mapped into memory and read where it is needed.
///
/// The layout is in docs/geocoding.md. The towns are ordered as a balanced k-d tree, their names by checksum.
package struct Gazetteer: Sendable {
  /// The reason why a file cannot be used.
  package struct Damage: Error, CustomStringConvertible {
    package let description: String
  }

  private static let magic = Data("CLLGAZ01".utf8)
  private static let headerSize = 32

  private let bytes: Data
  package let count: Int
  /// The number of names by which towns can be found.
  package let nameCount: Int
  private let regionCount: Int
  private let zoneCount: Int
  private let names: Int
  private let regions: Int
  private let zones: Int
  private let text: Int

  /// - Parameter bytes: the file, of which only the header is read.
  package init(_ bytes: Data) throws(Damage) {
    guard bytes.count >= Self.headerSize, bytes.prefix(Self.magic.count) == Self.magic else {
      throw Damage(description: "it is not a gazetteer")
    }
    // Not a slice, since offsets count from the first byte.
    self.bytes = bytes.startIndex == 0 ? bytes : Data(bytes)
    let numbers = (0..<5).map { Int(Self.load(UInt32.self, at: 8 + 4 * $0, in: bytes)) }
    (count, nameCount, regionCount, zoneCount) = (numbers[0], numbers[1], numbers[2], numbers[3])
    names = Self.headerSize + 16 * count
    regions = names + 8 * nameCount
    zones = regions + 12 * regionCount
    text = zones + 4 * zoneCount
    guard count > 0, bytes.count == text + numbers[4], bytes.last == 0 else {
      throw Damage(description: "it is \(bytes.count) bytes long, not \(text + numbers[4])")
    }
  }

  package init(contentsOf url: URL) throws {
    try self.init(try Data(contentsOf: url, options: .mappedIfSafe))
  }

  // MARK: Towns

  package func town(_ index: Int) -> Town {
    let row = number(UInt64.self, at: Self.headerSize + 16 * index + 8)
    let population = population(index)
    let (latitude, longitude) = place(index)
    let zone = Int(number(UInt64.self, at: Self.headerSize + 16 * index) >> 51)
    return Town(
      index: index, name: string(at: Int(row >> 26 & 0xFF_FFFF)), latitude: latitude,
      longitude: longitude, population: population == 0 ? nil : population,
      region: region(Int(row >> 50)),
      timeZone: zone < zoneCount ? string(at: Int(number(UInt32.self, at: zones + 4 * zone))) : "")
  }

  /// Returns the place of a town, degrees.
  package func place(_ index: Int) -> (latitude: Double, longitude: Double) {
    let row = number(UInt64.self, at: Self.headerSize + 16 * index)
    let latitude = Double(row & 0x1FF_FFFF) / 100_000 - 90
    let longitude = Double(row >> 25 & 0x3FF_FFFF) / 100_000 - 180
    // Rounded to the five decimals that were written.
    return (
      (latitude * 100_000).rounded() / 100_000, (longitude * 100_000).rounded() / 100_000
    )
  }

  /// Returns the population of a town; 0 if it is not known.
  func population(_ index: Int) -> Int {
    Int(number(UInt64.self, at: Self.headerSize + 16 * index + 8) & 0x3FF_FFFF)
  }

  private func region(_ index: Int) -> Town.Region {
    guard index < regionCount else { return Town.Region(country: "") }
    let row = regions + 12 * index
    let country = [bytes[row], bytes[row + 1]]
    return Town.Region(
      country: String(decoding: country, as: UTF8.self),
      code: optional(string(at: Int(number(UInt32.self, at: row + 4)))),
      name: optional(string(at: Int(number(UInt32.self, at: row + 8)))))
  }

  private func optional(_ text: String) -> String? { text.isEmpty ? nil : text }

  // MARK: Names

  /// Returns a name's checksum, and in its last 24 bits the index of its town; they are in order.
  package func name(_ index: Int) -> UInt64 { number(UInt64.self, at: names + 8 * index) }

  // MARK: Bytes

  private func number<Number: FixedWidthInteger & BitwiseCopyable>(_: Number.Type, at offset: Int)
    -> Number
  {
    Self.load(Number.self, at: offset, in: bytes)
  }

  private static func load<Number: FixedWidthInteger & BitwiseCopyable>(
    _: Number.Type, at offset: Int, in bytes: Data
  ) -> Number {
    bytes.withUnsafeBytes {
      Number(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Number.self))
    }
  }

  private func string(at offset: Int) -> String {
    guard text + offset < bytes.count else { return "" }
    let start = text + offset
    let end = bytes[start...].firstIndex(of: 0) ?? bytes.count
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }
}
