// Core Location for Linux. SPDX-License-Identifier: MIT

import EarthData
import Foundation
import Testing

@testable import LinuxLocation

@Suite struct TownSearchTests {
  let gazetteer: Gazetteer

  init() throws { gazetteer = try #require(GazetteerFile.shared) }

  private func towns(_ text: String, near hint: GeoCircle? = nil, _ locale: String = "en_US")
    -> [Town]
  {
    TownSearch(gazetteer: gazetteer, locale: Locale(identifier: locale), hint: hint).towns(text)
  }

  @Test(
    arguments: [
      ("the most people", "Paris", "Paris", "FR", "Île-de-France"),
      ("a country", "Paris, France", "Paris", "FR", "Île-de-France"),
      ("a state", "Paris, Texas", "Paris", "US", "Texas"),
      ("its letters", "Paris, TX", "Paris", "US", "Texas"),
      ("state and country", "Springfield, Illinois, USA", "Springfield", "US", "Illinois"),
      ("without commas", "springfield illinois", "Springfield", "US", "Illinois"),
      ("two words behind", "Auckland New Zealand", "Auckland", "NZ", "Auckland"),
      ("a country's letters", "Cambridge, GB", "Cambridge", "GB", "England"),
      ("a country's short name", "Cambridge, UK", "Cambridge", "GB", "England"),
      ("a country's own name", "München, Deutschland", "Munich", "DE", "Bavaria"),
      ("a province's letters", "London, ON", "London", "CA", "Ontario"),
      ("a street before", "1 Infinite Loop, Cupertino, CA 95014", "Cupertino", "US", "California"),
      ("a postal code", "10115 Berlin, Germany", "Berlin", "DE", "State of Berlin"),
      ("a street and a postal code", "Hauptstraße 1, 10115 Berlin", "Berlin", "DE", nil),
      ("lines", "12 High Street\nOxford\nUnited Kingdom", "Oxford", "GB", "England"),
      (
        "an unknown county", "Springfield, Sangamon County, Illinois", "Springfield", "US",
        "Illinois"
      ),
    ] as [(why: String, text: String, town: String, country: String, region: String?)])
  func findsTheOneThatIsMeant(
    why: String, text: String, town: String, country: String, region: String?
  ) throws {
    let found = try #require(towns(text).first)
    #expect(found.name == town)
    #expect(found.region.country == country)
    if let region { #expect(found.region.name == region) }
  }

  @Test(
    arguments: [
      ("empty", ""), ("marks alone", ", ,"), ("no such town", "Xyzzyville"),
      ("not in that country", "Paris, Narnia"), ("a street alone", "Unter den Linden 1"),
      ("a town too small, and not its state", "Nosuchtown, New York"),
    ] as [(why: String, text: String)])
  func findsNothing(why: String, text: String) { #expect(towns(text).isEmpty) }

  @Test func theCountryMayBeInTheLanguageOfTheLocale() throws {
    let found = try #require(towns("Paris, Frankreich", "de_DE").first)
    #expect(found.region.country == "FR")
  }

  @Test func theCircleComesFirst() throws {
    let texas = GeoCircle(
      center: CLLocationCoordinate2D(latitude: 33.6, longitude: -95.5), radius: 50_000)
    let found = towns("Paris", near: texas)
    #expect(found.first?.region.name == "Texas")
    #expect(found.dropFirst().first?.region.country == "FR")
  }

  @Test func severalComeByPopulation() {
    let found = towns("Springfield")
    #expect(found.count > 3 && found.count <= TownSearch.limit)
    let people = found.map { $0.population ?? 0 }
    #expect(people == people.sorted(by: >))
  }
}
