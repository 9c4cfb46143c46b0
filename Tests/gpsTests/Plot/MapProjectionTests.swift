// Core Location for Linux. SPDX-License-Identifier: MIT

import EarthData
import LocationGeometry
import Testing

@testable import gps

@Suite struct MapProjectionTests {
  private func projection(_ places: [(Double, Double)]) -> MapProjection {
    let samples = places.map {
      PlotSample(latitude: $0.0, longitude: $0.1, seconds: 0, distance: 0, beginsSegment: false)
    }
    return MapProjection(samples, x: 100, y: 50, width: 900)
  }

  @Test(
    arguments: [
      ("a harbor", [(-33.86, 151.21), (-33.857, 151.215)]),
      ("an ocean, counted on beyond the antimeridian", [(35, 140), (-18, 178), (37, 237.5)]),
      ("a receiver that does not move", [(47.0, 9.0)]),
      ("the pole", [(90, 0), (89.9, 10)]),
    ] as [(String, [(Double, Double)])])
  func showsAllPlaces(why: String, places: [(Double, Double)]) {
    let projection = projection(places)
    for place in places {
      let point = projection.point(latitude: place.0, longitude: place.1)
      #expect(projection.frame.contains(point), "\(why)")
    }
    #expect(projection.frame.height >= 400 && projection.frame.height <= 620)
  }

  /// Distances to the north and to the east have the scale of the scale bar: the projection preserves shapes.
  @Test(arguments: [0.0, 47, -70])
  func hasOneScaleInAllDirections(latitude: Double) {
    let projection = projection([(latitude, 9), (latitude + 0.01, 9.01)])
    let (lat, lon) = projection.middle
    let middle = projection.point(latitude: lat, longitude: lon)
    for azimuth in [0.0, 90] {
      let end = Geodesic.direct(
        fromLatitude: lat, longitude: lon, azimuth: azimuth, distance: 100)
      let point = projection.point(latitude: end.latitude, longitude: end.longitude)
      let (x, y) = (point.x - middle.x, point.y - middle.y)
      let pixels = (x * x + y * y).squareRoot()
      #expect(abs(pixels * projection.metersPerPixel - 100) < 0.01, "\(azimuth)")
      #expect(azimuth == 0 ? y < 0 : x > 0)
    }
  }

  /// Positions that wander over 4 m fill a third of the map, which is 900 pixels wide.
  @Test func showsHowAReceiverAtRestWanders() {
    let projection = projection([(47, 9), (47, 9.000_053)])
    #expect(4 / projection.metersPerPixel > 300)
  }

  /// A position that jumps away is a segment of its own.
  @Test func anOutlierDoesNotShrinkTheTrack() {
    var samples = (0..<100).map {
      PlotSample(
        latitude: 47, longitude: 9 + Double($0) / 1e5, seconds: 0, distance: 0,
        beginsSegment: [0, 50, 51].contains($0))
    }
    samples[50].longitude = 80
    let projection = MapProjection(samples, x: 100, y: 50, width: 900)
    // A thousandth of a degree is 76 m there.
    #expect(76 / projection.metersPerPixel > 450)
  }

  @Test func knowsItsEdges() {
    let projection = projection([(47, 9), (47.1, 9.2)])
    let corner = projection.point(
      latitude: projection.latitudes.upperBound, longitude: projection.longitudes.lowerBound)
    #expect(abs(corner.x - 100) < 0.01 && abs(corner.y - 50) < 0.01)
  }
}

@Suite struct LandTests {
  /// Returns whether a place is on land: a line from it to the west crosses outlines an odd number of times.
  private func isLand(_ latitude: Double, _ longitude: Double) -> Bool {
    var isInside = false
    for ring in Land.rings {
      for (first, second) in zip(ring, ring.dropFirst() + [ring[0]])
      where (first.latitude > latitude) != (second.latitude > latitude) {
        let part = (latitude - first.latitude) / (second.latitude - first.latitude)
        let crossing = first.longitude + part * (second.longitude - first.longitude)
        if crossing < longitude { isInside.toggle() }
      }
    }
    return isInside
  }

  @Test(
    arguments: [
      ("Bern", 46.95, 7.45, true), ("Paris", 48.86, 2.35, true), ("Moscow", 55.75, 37.6, true),
      ("Alice Springs", -23.7, 133.9, true), ("the South Pole, nearly", -89, 0, true),
      ("the Atlantic", 30, -40, false), ("the Channel", 50.2, -1, false),
      ("the Caspian Sea", 42, 50.5, false), ("the Bay of Biscay", 45.5, -5, false),
    ] as [(String, Double, Double, Bool)])
  func knowsLandFromSea(why: String, latitude: Double, longitude: Double, land: Bool) {
    #expect(isLand(latitude, longitude) == land, "\(why)")
  }

  @Test func isAllOnEarth() {
    #expect(Land.rings.count > 100)
    for ring in Land.rings {
      #expect(ring.count > 2)
      #expect(ring.allSatisfy { abs($0.latitude) <= 90 && abs($0.longitude) <= 180 })
    }
  }

  /// A degree of longitude is 1/360 of the tiles of a zoom; the rows are those of the sphere.
  @Test func laysTilesWherePlacesAre() throws {
    let samples = [(47.54, 9.68), (47.55, 9.70)].map {
      PlotSample(latitude: $0.0, longitude: $0.1, seconds: 0, distance: 0, beginsSegment: false)
    }
    let projection = MapProjection(samples, x: 0, y: 0, width: 900, isOfTiles: true)
    let tiles = projection.tiles(of: 0...19, most: 64)
    #expect((4...64).contains(tiles.count))
    let place = projection.point(latitude: 47.545, longitude: 9.69)
    let (tile, box) = try #require(tiles.first { $0.box.contains(place) })
    let count = Double(1 << tile.zoom)
    let column = (9.69 + 180) / 360 * count
    // asinh(tan 47.545°) = 0.945 65
    let row = (1 - 0.945_65 / .pi) / 2 * count
    #expect(abs(column - Double(tile.column) - (place.x - box.x) / box.width) < 0.01)
    #expect(abs(row - Double(tile.row) - (place.y - box.y) / box.height) < 0.5)
    #expect(projection.tiles(of: 3...5, most: 64).allSatisfy { $0.tile.zoom == 5 })
  }
}
