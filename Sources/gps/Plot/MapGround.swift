// Core Location for Linux. SPDX-License-Identifier: MIT

import EarthData
import FoundationEssentials

/// What a map has below the track, besides coasts: the tiles of a file, or the names of towns.
struct MapGround: Sendable {
  var tiles: OfflineTiles?
  /// The towns to be named where there are no tiles; `nil` for none.
  var towns: LargestTowns?

  private static let mostTiles = 64
  /// The most towns that are considered; fewer are named.
  private static let mostTowns = 40
  private static let letterWidth = 6.8

  func drawTiles(_ projection: MapProjection, to svg: inout SVG) {
    guard let tiles else { return }
    for (number, box) in projection.tiles(of: tiles.zooms, most: Self.mostTiles) {
      guard let bytes = tiles.picture(number), let kind = PictureKind(bytes) else { continue }
      // A hair more, or the ground shines through between them.
      var box = box
      box.width += 0.5
      box.height += 0.5
      svg.line(
        "<image \(box.attributes) preserveAspectRatio=\"none\" href=\"data:\(kind.mediaType);base64,"
          + "\(Data(bytes).base64EncodedString())\"/>")
    }
  }

  func hasTiles(in projection: MapProjection) -> Bool {
    guard let tiles else { return false }
    return projection.tiles(of: tiles.zooms, most: Self.mostTiles).contains {
      tiles.picture($0.tile) != nil
    }
  }

  /// Names the largest towns, where their names overlap neither each other nor what is there; returns whether there were any.
  func drawTowns(
    _ projection: MapProjection, avoiding obstacles: [PlotFrame], to svg: inout SVG
  ) -> Bool {
    guard tiles == nil, let towns else { return false }
    let (longitudes, latitudes) = (projection.longitudes, projection.latitudes)
    let area = LargestTowns.Area(
      south: latitudes.lowerBound, north: latitudes.upperBound, west: longitudes.lowerBound,
      east: longitudes.upperBound)
    var taken = obstacles
    for town in towns.towns(in: area, most: Self.mostTowns) {
      let place = projection.point(latitude: town.latitude, longitude: town.longitude)
      let width = Double(town.name.count) * Self.letterWidth + 14
      let isLeft = place.x + width > projection.frame.right
      let box = PlotFrame(
        x: isLeft ? place.x - width : place.x - 4, y: place.y - 9, width: width + 4, height: 18)
      guard box.x > projection.frame.x, box.y > projection.frame.y,
        !taken.contains(where: box.overlaps)
      else { continue }
      taken.append(box)
      svg.circle(at: place, radius: 3, style: "town")
      svg.words(
        town.name, x: place.x + (isLeft ? -8 : 8), y: place.y + 4, style: "name halo",
        anchor: isLeft ? .end : .start)
    }
    return taken.count > obstacles.count
  }

  func drawAttribution(_ frame: PlotFrame, to svg: inout SVG) {
    guard let attribution = tiles?.attribution else { return }
    svg.words(
      attribution, x: frame.right - 8, y: frame.bottom - 24, style: "label halo", anchor: .end)
  }
}
