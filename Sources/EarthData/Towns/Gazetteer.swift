// Core Location for Linux. SPDX-License-Identifier: MIT

package import FoundationEssentials
import GNSS
import LocationGeometry

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

package struct Town: Hashable, Sendable {
  package var index: Int
  /// In Latin letters, as GeoNames spells it: often English.
  package var name: String
  /// Degrees, WGS 84.
  package var latitude: Double
  package var longitude: Double
  package var population: Int?
  package var region: Region
  /// The name of its time zone, such as `Europe/Paris`.
  package var timeZone: String

  /// The first level of a country's administration, such as a state or a province.
  package struct Region: Hashable, Sendable {
    /// Two letters, ISO 3166-1.
    package var country: String
    /// Its abbreviation, as the post or GeoNames writes it; `nil` if there is none.
    package var code: String?
    /// The name in English, or in Latin letters; `nil` if unknown.
    package var name: String?
  }

  /// The radius of a circle that contains the population at 6,000 people per square kilometer, meters; at least 1 km.
  ///
  /// It is an estimate, since a point does not determine the shape of a town. It is about right for Berlin, Munich, London
  /// and New York.
  package var radius: Double {
    let area = Double(population ?? 0) / 0.006
    return max(1000, (area / .pi).squareRoot())
  }
}

/// Where the file with the towns may be.
package enum GazetteerPlaces {
  /// The folder into which SwiftPM puts it, beside the program.
  package static let bundle = "core-location-linux_LinuxLocation.resources"
  package static let name = "gazetteer.bin"

  /// Returns the possible paths, the first that exists being the right one.
  ///
  /// - Parameters:
  ///   - program: the path of the program, without links; beside it, or where a package installs it.
  ///   - others: other folders in which programs keep their resources.
  package static func paths(besides program: String?, others: [String] = []) -> [String] {
    let folder = program.map(parent)
    let folders = (folder.map { [$0] } ?? []) + others
    let paths = folders.map { "\($0)/\(bundle)/\(name)" }
    guard let folder else { return paths }
    return paths + ["\(parent(of: folder))/share/core-location-linux/\(name)"]
  }

  private static func parent(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }
}

extension Gazetteer {
  /// The distance, meters, beyond which a town says nothing about a place.
  package static let reach = 50_000.0

  /// A radius that no town on earth exceeds, meters.
  private static let largestRadius = 40_000.0

  /// Returns the nearest town by geodesic distance.
  ///
  /// - Parameter limit: meters.
  /// - Returns: `nil` if no town is within the limit, or the coordinate is invalid.
  package func nearest(
    latitude: Double, longitude: Double, within limit: Double = Self.reach
  ) -> (index: Int, distance: Double)? {
    guard abs(latitude) <= 90, longitude.isFinite else { return nil }
    var best: (index: Int, distance: Double)?
    // A chord is shorter than the geodesic, so no town nearer than the best is left out.
    search(around: Self.point(latitude, longitude), within: limit) { index, limit in
      let distance = self.distance(of: index, latitude, longitude)
      guard distance <= limit, distance != best?.distance || index < best?.index ?? .max else {
        return limit
      }
      best = (index, distance)
      return distance
    }
    return best
  }

  /// Returns the town to which a place belongs: the nearest one, except for places within a large one.
  ///
  /// Quarters of a large city are towns of their own in the gazetteer, and one of them is usually nearer than the
  /// city's point. Of the towns whose radius contains the place, the result is therefore the one with the smallest
  /// ratio of distance to radius.
  package func town(around latitude: Double, _ longitude: Double) -> Town? {
    guard let nearest = nearest(latitude: latitude, longitude: longitude) else { return nil }
    var best: (town: Town, part: Double)?
    search(around: Self.point(latitude, longitude), within: Self.largestRadius) { index, limit in
      let town = self.town(index)
      let part = self.distance(of: index, latitude, longitude) / town.radius
      if part < 1, part < best?.part ?? 1 { best = (town, part) }
      return limit
    }
    return best?.town ?? town(nearest.index)
  }

  private func distance(of index: Int, _ latitude: Double, _ longitude: Double) -> Double {
    let place = place(index)
    return Geodesic.distance(
      fromLatitude: latitude, longitude: longitude, toLatitude: place.latitude,
      longitude: place.longitude)
  }

  // MARK: The tree

  /// Calls the body with each town within a distance, straight through the earth; the body may reduce the distance.
  private func search(
    around point: SIMD3<Double>, within limit: Double, _ body: (Int, Double) -> Double
  ) {
    var limit = limit
    search(0..<count, axis: 0, point, &limit, body)
  }

  private func search(
    _ range: Range<Int>, axis: Int, _ point: SIMD3<Double>, _ limit: inout Double,
    _ body: (Int, Double) -> Double
  ) {
    guard !range.isEmpty else { return }
    let middle = range.lowerBound + range.count / 2
    let place = place(middle)
    let town = Self.point(place.latitude, place.longitude)
    let apart = town - point
    // A millimeter for the rounding of coordinates, here and where the file was created.
    if (apart * apart).sum() <= (limit + 0.001) * (limit + 0.001) { limit = body(middle, limit) }
    let next = (axis + 1) % 3
    let (lower, upper) = (range.lowerBound..<middle, middle + 1..<range.upperBound)
    let isAbove = apart[axis] <= 0
    search(isAbove ? upper : lower, axis: next, point, &limit, body)
    if abs(apart[axis]) <= limit + 0.001 {
      search(isAbove ? lower : upper, axis: next, point, &limit, body)
    }
  }

  /// Returns a place as meters from the center of the earth.
  private static func point(_ latitude: Double, _ longitude: Double) -> SIMD3<Double> {
    let (phi, lambda) = (latitude * .pi / 180, longitude * .pi / 180)
    let normal = Ellipsoid.primeVerticalRadius(at: phi)
    let out = normal * .cosine(phi)
    return SIMD3(
      out * .cosine(lambda), out * .sine(lambda), normal * (1 - Ellipsoid.e2) * .sine(phi))
  }
}
