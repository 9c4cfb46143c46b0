// Core Location for Linux. SPDX-License-Identifier: MIT

package import EarthData
import Glibc
import HTTPSites
import LocationJSON

/// What browsers draw below the track, besides coasts: tiles of a server or a file, or the names of towns.
package struct PageMap: Sendable {
  /// Where tiles come from; `nil` for none.
  let tiles: MapTiles?
  /// Returns a tile of the file; called on a thread that may wait.
  private let tile: @Sendable (TileNumber) -> [UInt8]?
  /// Ends what ``tile`` is waiting for; called on any thread.
  let stop: @Sendable () -> Void
  private let towns: LargestTowns?

  private static let mostTowns = 12
  /// The most towns of an area, which has four times the size of a map and is larger than a tile.
  private static let mostTownsOfArea = 64

  package init(
    tiles: MapTiles? = nil, towns: LargestTowns? = nil,
    tile: @escaping @Sendable (TileNumber) -> [UInt8]? = { _ in nil },
    stop: @escaping @Sendable () -> Void = {}
  ) {
    (self.tiles, self.towns, self.tile, self.stop) = (tiles, towns, tile, stop)
  }

  static func isPart(_ path: String) -> Bool {
    path.hasPrefix("/tiles/") || path.hasPrefix("/towns/")
  }

  /// Returns a part of the map: a tile, or the largest towns in a tile or an area.
  ///
  /// A tile that is missing is an answer without content, which is no error on a browser's console.
  func response(_ path: String) -> SiteResponse {
    let place = path.dropFirst("/tiles/".count)
    if path.hasPrefix("/towns/"), let area = LargestTowns.Area(place) {
      return SiteResponse(Self.document(around(area)), type: "application/json")
    }
    guard let number = TileNumber(place) else { return SiteResponse(404, "there is no such tile") }
    if path.hasPrefix("/towns/") {
      let found = towns?.towns(in: LargestTowns.Area(number), most: Self.mostTowns) ?? []
      return SiteResponse(Self.document(found), type: "application/json")
    }
    guard let bytes = tile(number), let kind = PictureKind(bytes) else {
      var nothing = SiteResponse([], type: "text/plain; charset=utf-8")
      nothing.status = 204
      return nothing
    }
    return SiteResponse(bytes, type: kind.mediaType)
  }

  /// Returns the largest towns of an area, or if there are none, those of a wider one.
  private func around(_ area: LargestTowns.Area) -> [Town] {
    guard let towns else { return [] }
    for factor in [1.0, 4, 16, 64] {
      let found = towns.towns(in: area.widened(by: factor), most: Self.mostTownsOfArea)
      if !found.isEmpty { return found }
    }
    return []
  }

  /// Returns towns, the largest first: `[[name, latitude, longitude, population], …]`.
  private static func document(_ towns: [Town]) -> [UInt8] {
    var document = Array("[".utf8)
    for (index, town) in towns.enumerated() {
      document.append(index == 0 ? "[\"" : ",[\"")
      document.append(json: town.name)
      document.append("\",")
      document.append(town.latitude, decimals: 5)
      document.append(",")
      document.append(town.longitude, decimals: 5)
      document.append(",\(town.population ?? 0)]")
    }
    document.append("]\n")
    return document
  }
}

extension LargestTowns.Area {
  /// Reads "SOUTH,WEST,NORTH,EAST", degrees; `nil` for anything else.
  fileprivate init?(_ text: Substring) {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    guard numbers.count == 4, let south = numbers[0], let west = numbers[1],
      let north = numbers[2], let east = numbers[3],
      [south, west, north, east].allSatisfy(\.isFinite),
      west < east, abs(west) <= 1080, east - west <= 1080
    else { return nil }
    self.init(
      south: max(south, -90), north: min(north, 90), west: west, east: min(east, west + 360))
    if self.south >= self.north { return nil }
  }

  /// Returns an area with the same center.
  fileprivate func widened(by factor: Double) -> Self {
    let (high, wide) = ((north - south) * (factor - 1) / 2, (east - west) * (factor - 1) / 2)
    let side = min(wide, max(0, (360 - (east - west)) / 2))
    return Self(
      south: max(-90, south - high), north: min(90, north + high), west: west - side,
      east: east + side)
  }

  fileprivate init(_ tile: TileNumber) {
    let count = Double(1 << tile.zoom)
    func latitude(_ row: Int) -> Double {
      atan(sinh(.pi * (1 - 2 * Double(row) / count))) * 180 / .pi
    }
    let width = 360 / count
    let west = Double(tile.column) * width - 180
    self.init(
      south: latitude(tile.row + 1), north: latitude(tile.row), west: west, east: west + width)
  }
}
