// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import GNSS
import Testing

@testable import TrackFiles

@Suite struct GeoJSONWriterTests {
  /// Returns the features as another parser reads them.
  private func features(_ segments: [[Fix]]) throws -> [[String: Any]] {
    let text = WrittenTrack.text(GeoJSONWriter(name: "a \"b\"\u{1}"), segments)
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    #expect(object?["type"] as? String == "FeatureCollection")
    #expect(object?["crs"] == nil)
    return try #require(object?["features"] as? [[String: Any]])
  }

  private func geometry(_ feature: [String: Any]) -> (type: String?, coordinates: [Any]?) {
    let geometry = feature["geometry"] as? [String: Any]
    return (geometry?["type"] as? String, geometry?["coordinates"] as? [Any])
  }

  private func times(_ feature: [String: Any]) -> Any? {
    let properties = feature["properties"] as? [String: Any]
    #expect(properties?["name"] as? String == "a \"b\"\u{1}")
    return (properties?["coordinateProperties"] as? [String: Any])?["times"]
  }

  @Test func hasALineAndItsTimesForEachSegment() throws {
    var low = WrittenTrack.fix(1, 47.123_456_78, 9.1)
    low.altitude = 100
    let features = try features([[WrittenTrack.everything, low], [low, low, low]])
    #expect(features.count == 2)
    let (type, coordinates) = geometry(features[0])
    #expect(type == "LineString")
    // The height is the ellipsoidal altitude; it is left out if only the altitude is known.
    #expect(coordinates as? [[Double]] == [[9.6833, 47.5437, 443], [9.1, 47.123_456_8]])
    #expect(
      times(features[0]) as? [String] == ["2025-06-15T12:00:00.250Z", "2025-06-15T12:00:01.000Z"])
    #expect((times(features[1]) as? [String])?.count == 3)
  }

  @Test func aPositionAloneIsAPoint() throws {
    let features = try features([[WrittenTrack.fix(0, 1, 2)]])
    #expect(geometry(features[0]).type == "Point")
    #expect(geometry(features[0]).coordinates as? [Double] == [2, 1])
    #expect(times(features[0]) as? String == "2025-06-15T12:00:00.000Z")
  }

  /// Halfway between the longitudes, halfway between the latitudes.
  @Test(arguments: [1.0, -1.0])
  func cutsALineAtTheAntimeridian(side: Double) throws {
    let features = try features([
      [
        WrittenTrack.fix(0, 10, side * 179), WrittenTrack.fix(1, 11, side * 179.5),
        WrittenTrack.fix(2, 12, side * -179.5), WrittenTrack.fix(3, 13, side * -179),
      ]
    ])
    #expect(features.count == 2)
    #expect(
      geometry(features[0]).coordinates as? [[Double]]
        == [[side * 179, 10], [side * 179.5, 11], [side * 180, 11.5]])
    #expect(
      geometry(features[1]).coordinates as? [[Double]]
        == [[side * -180, 11.5], [side * -179.5, 12], [side * -179, 13]])
    // Nothing was measured at the cut.
    #expect((times(features[0]) as? [Any])?.last is NSNull)
    #expect((times(features[1]) as? [Any])?.first is NSNull)
  }

  @Test func aCutLeavesLinesOfOneFixEachALine() throws {
    let features = try features([[WrittenTrack.fix(0, 0, 179.5), WrittenTrack.fix(1, 0, -179.5)]])
    #expect(features.map { geometry($0).type } == ["LineString", "LineString"])
  }
}
