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

  /// Returns a part of the map: a tile, or the largest towns in a tile.
  func response(_ path: String) -> SiteResponse {
    let missing = SiteResponse(404, "there is no such tile")
    guard let number = TileNumber(path.dropFirst("/tiles/".count)) else { return missing }
    if path.hasPrefix("/towns/") {
      return SiteResponse(townsDocument(number), type: "application/json")
    }
    guard let bytes = tile(number), let kind = PictureKind(bytes) else { return missing }
    return SiteResponse(bytes, type: kind.mediaType)
  }

  /// Returns the largest towns in a tile, the largest first: `[[name, latitude, longitude, population], …]`.
  private func townsDocument(_ tile: TileNumber) -> [UInt8] {
    let towns = towns?.towns(in: LargestTowns.Area(tile), most: Self.mostTowns) ?? []
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
