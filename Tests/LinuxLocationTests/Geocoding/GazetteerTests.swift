// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import LocationGeometry
import TestSupport
import Testing

@testable import EarthData
@testable import LinuxLocation

@Suite struct GazetteerTests {
  let gazetteer: Gazetteer

  init() throws { gazetteer = try #require(GazetteerFile.shared) }

  // MARK: Places

  @Test(
    arguments: [
      ("Eiffel Tower", 48.8584, 2.2945, "Paris", "FR"),
      ("Notre-Dame", 48.853, 2.3499, "Paris", "FR"),
      ("Grand Central", 40.7527, -73.9772, "New York City", "US"),
      ("City Hall, though Seaport's point is nearer", 40.71, -74.0, "New York City", "US"),
      ("Apple Park", 37.3349, -122.009, "Cupertino", "US"),
      ("Brandenburg Gate", 52.5163, 13.3777, "Berlin", "DE"),
      ("Marienplatz", 48.1374, 11.5755, "Munich", "DE"),
      ("a suburb, beside its large city", 48.8848, 2.2685, "Neuilly-sur-Seine", "FR"),
      ("Sydney Opera House", -33.8568, 151.2153, "Sydney", "AU"),
      ("Tower of London", 51.5081, -0.0759, "London", "GB"),
      ("Red Square", 55.7539, 37.6208, "Moscow", "RU"),
      ("the small capital", 47.141, 9.5209, "Vaduz", "LI"),
      ("a town of two names", 46.9481, 7.4474, "Bern", "CH"),
      ("Suva, west of the antimeridian", -18.1416, 178.4419, "Suva", "FJ"),
    ] as [(why: String, latitude: Double, longitude: Double, town: String, country: String)])
  func knowsTheTown(
    why: String, latitude: Double, longitude: Double, town: String, country: String
  ) throws {
    let found = try #require(gazetteer.town(around: latitude, longitude))
    #expect(found.name == town)
    #expect(found.region.country == country)
  }

  @Test(
    arguments: [
      ("middle of the Pacific", -30, -130), ("middle of the Atlantic", 30, -40),
      ("north pole", 90, 0), ("south pole", -90, 123), ("inland Antarctica", -75, 80),
      ("no latitude", .nan, 0), ("no longitude", 0, .nan), ("beyond the pole", 90.1, 0),
    ] as [(why: String, latitude: Double, longitude: Double)])
  func noTownIsNear(why: String, latitude: Double, longitude: Double) {
    #expect(gazetteer.town(around: latitude, longitude) == nil)
  }

  @Test func nearestIsTheSameAsByTryingAll() throws {
    var source = SeededGenerator(seed: 5)
    let places = (0..<gazetteer.count).map { gazetteer.place($0) }
    var rows = (0..<8).map { _ in
      (Double.random(in: -90...90, using: &source), Double.random(in: -180...180, using: &source))
    }
    rows += [(89.9, 10), (-90, 0), (-17, 180), (-17, -180), (65, 179.99), (65, -179.99), (0, 0)]
    for (latitude, longitude) in rows {
      let all = places.map {
        Geodesic.distance(
          fromLatitude: latitude, longitude: longitude, toLatitude: $0.latitude,
          longitude: $0.longitude)
      }
      let shortest = try #require(all.min())
      let found = try #require(
        gazetteer.nearest(latitude: latitude, longitude: longitude, within: 2.1e7))
      #expect(found.distance == shortest, "\(latitude) \(longitude)")
      #expect(found.index == all.firstIndex(of: shortest))
      let within = gazetteer.nearest(latitude: latitude, longitude: longitude)
      #expect((within != nil) == (shortest <= Gazetteer.reach))
    }
  }

  @Test func findsTheNearestOverTheAntimeridian() throws {
    // Labasa lies at 179.37° E, 68 km from here across 180°.
    let found = try #require(
      gazetteer.nearest(latitude: -16.4332, longitude: -180, within: 100_000))
    #expect(gazetteer.place(found.index).longitude > 179)
  }

  // MARK: Towns and names

  @Test func knowsWhatIsToKnowOfATown() throws {
    let paris = try #require(gazetteer.town(around: 48.85341, 2.3488))
    #expect((paris.latitude, paris.longitude) == (48.85341, 2.3488))
    #expect(paris.timeZone == "Europe/Paris")
    #expect(paris.region == Town.Region(country: "FR", code: nil, name: "Île-de-France"))
    #expect(try #require(paris.population) > 2_000_000)
    // Two million at 6,000 per square kilometer: a circle of 333 km² or more.
    #expect(paris.radius > 10_300 && paris.radius < 11_500)
  }

  @Test(
    arguments: [
      ("plain", "Berlin", "Berlin", "DE"), ("no accent", "Zurich", "Zürich", "CH"),
      ("another accent", "zúrich", "Zürich", "CH"), ("German", "München", "Munich", "DE"),
      ("Italian", "Venezia", "Venice", "IT"), ("capitals", "SYDNEY", "Sydney", "AU"),
      ("Japanese", "東京", "Tokyo", "JP"), ("Cyrillic", "москва", "Moscow", "RU"),
      ("a mark left out", "St Louis", "St. Louis", "US"),
      ("a hyphen left out", "neuilly sur seine", "Neuilly-sur-Seine", "FR"),
      ("a letter without accent", "Lodz", "Łódź", "PL"),
      ("as people say it", "New York", "New York City", "US"),
    ] as [(why: String, asked: String, town: String, country: String)])
  func findsByName(why: String, asked: String, town: String, country: String) {
    let towns = gazetteer.towns(named: FoldedName(asked)).map(gazetteer.town)
    #expect(towns.contains { $0.name == town && $0.region.country == country })
  }

  /// Names are folded the same way here as when the file was made.
  @Test func everyTownIsFoundByItsName() {
    for index in 0..<gazetteer.count {
      let name = FoldedName(gazetteer.town(index).name)
      guard !name.isEmpty else { continue }
      #expect(gazetteer.towns(named: name).contains(index), "\(name.text)")
    }
  }

  @Test(arguments: ["", " ", "Xyzzyville", "Pariss", "-"])
  func inventsNoTown(name: String) { #expect(gazetteer.towns(named: FoldedName(name)).isEmpty) }

  @Test func everyTownHasARegionAndAZone() {
    for index in 0..<gazetteer.count {
      let town = gazetteer.town(index)
      #expect(!town.name.isEmpty)
      #expect(town.region.country.count == 2)
      #expect(TimeZone(identifier: town.timeZone) != nil, "\(town.timeZone)")
    }
  }

  // MARK: Files

  @Test func whatIsNoGazetteerIsRefused() throws {
    let good = try Data(contentsOf: try #require(GazetteerFile.places().first))
    #expect(throws: Gazetteer.Damage.self) { try Gazetteer(Data()) }
    #expect(throws: Gazetteer.Damage.self) { try Gazetteer(Data(repeating: 65, count: 100)) }
    #expect(throws: Gazetteer.Damage.self) { try Gazetteer(good.dropLast()) }
    #expect(throws: Gazetteer.Damage.self) { try Gazetteer(good.prefix(32)) }
    #expect(try Gazetteer(good.dropFirst(0)).count == gazetteer.count)
  }

  /// Reading stays within the file, whatever the bytes after its header contain.
  @Test func aSpoiledFileBreaksNothing() throws {
    var bytes = try Data(contentsOf: try #require(GazetteerFile.places().first))
    var source = SeededGenerator(seed: 9)
    for index in 32..<(bytes.count - 1) { bytes[index] = UInt8(truncatingIfNeeded: source.next()) }
    let spoiled = try Gazetteer(bytes)
    for index in stride(from: 0, to: spoiled.count, by: 97) {
      #expect(spoiled.town(index).index == index)
      let found = spoiled.towns(named: FoldedName("Paris \(index)"))
      #expect(found.allSatisfy { $0 < spoiled.count })
    }
    for latitude in stride(from: -90.0, through: 90, by: 30) {
      let found = spoiled.town(around: latitude, 10)
      #expect(found?.index ?? 0 < spoiled.count)
    }
  }

  @Test func withoutAFileThereIsNoneAndNoCrash() {
    let nowhere = URL(filePath: "/nonexistent/gazetteer.bin")
    #expect(GazetteerFile.open([nowhere]) { _ in } == nil)
    #expect(GazetteerFile.open([URL(filePath: "/dev/null")]) { _ in } == nil)
  }

  @Test func saysThatAFileCannotBeRead() throws {
    var lines: [String] = []
    let folder = try ScratchFolder()
    #expect(GazetteerFile.open([folder.url]) { lines.append($0) } == nil)
    let path = folder.url.path()
    let expected = "cannot geocode offline with \(path): it cannot be read; rebuild the program"
    #expect(lines == [expected])
  }

  @Test func aProgramMovesWithItsBundle() throws {
    let bundle = try #require(GazetteerFile.places().first).deletingLastPathComponent()
    let scratch = try ScratchFolder()
    try FileManager.default.copyItem(
      at: bundle, to: scratch.url.appending(path: bundle.lastPathComponent))
    let places = GazetteerFile.places(program: scratch.url.appending(path: "program"))
    #expect(GazetteerFile.open([places[0]]) { _ in }?.count == gazetteer.count)
  }

  @Test func theAttributionLiesBesideTheFile() throws {
    let file = try #require(GazetteerFile.places().first)
    let attribution = try String(
      contentsOf: file.deletingLastPathComponent().appending(path: "ATTRIBUTION.txt"),
      encoding: .utf8)
    #expect(attribution.contains("GeoNames"))
    #expect(attribution.contains("Creative Commons"))
  }
}
