// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import EarthData
@testable import LinuxLocation

@Suite struct CLPlacemarkTests {
  /// A town of 18,850 people: at 6,000 per square kilometer, they fill a circle with a radius of 1,000 m.
  private var town: CLPlacemark {
    let town = Town(
      index: 0, name: "Anytown", latitude: 48.5, longitude: -11.25, population: 18_850,
      region: Town.Region(country: "US", code: "CA", name: "California"),
      timeZone: "America/Los_Angeles")
    return CLPlacemark(
      CLPlacemark.Fields(
        town, locale: Locale(identifier: "en_US"), now: Date(timeIntervalSince1970: 0)))
  }

  private var address: CLPlacemark {
    var fields = CLPlacemark.Fields()
    for text in CLPlacemark.Fields.Text.allCases { fields[text] = "the \(text.rawValue)" }
    fields.areasOfInterest = ["A", "B"]
    return CLPlacemark(fields)
  }

  @Test func aTownHasNoStreet() throws {
    #expect((town.name, town.locality) == ("Anytown", "Anytown"))
    #expect((town.administrativeArea, town.isoCountryCode) == ("CA", "US"))
    #expect(town.country == "United States")
    #expect(town.timeZone?.identifier == "America/Los_Angeles")
    #expect(town.thoroughfare == nil && town.subThoroughfare == nil && town.postalCode == nil)
    #expect(town.subLocality == nil && town.subAdministrativeArea == nil)
    #expect(town.inlandWater == nil && town.ocean == nil && town.areasOfInterest == nil)
    let region = try #require(town.region as? CLCircularRegion)
    #expect(abs(region.radius - 1000) < 1)
    #expect(town.location?.horizontalAccuracy == region.radius)
    #expect(town.location?.verticalAccuracy == -1)
  }

  @Test func outsideOfThreeCountriesRegionsHaveNames() {
    let region = Town.Region(country: "GB", code: "ENG", name: "England")
    let town = Town(
      index: 0, name: "T", latitude: 0, longitude: 0, population: nil, region: region,
      timeZone: "Europe/London")
    let fields = CLPlacemark.Fields(town, locale: Locale(identifier: "en_US"), now: Date())
    #expect(fields[.administrativeArea] == "England")
    #expect(fields.circle?.radius == 1000)
  }

  @Test func theDescriptionIsOneLine() {
    #expect(
      town.description.hasPrefix(
        "Anytown, Anytown, CA, United States @ <+48.50000000,-11.25000000> +/- 1000.0"))
    #expect(town.description.contains("m, region CLCircularRegion (identifier:'<+48.50000000,"))
    #expect(!town.description.contains("\n"))
  }

  @Test(arguments: [true, false])
  func anArchiveKeepsEverything(isTown: Bool) throws {
    let original = isTown ? town : address
    let archive = try NSKeyedArchiver.archivedData(
      withRootObject: original, requiringSecureCoding: true)
    let back = try #require(
      try NSKeyedUnarchiver.unarchivedObject(ofClass: CLPlacemark.self, from: archive))
    #expect(back.fields.texts == original.fields.texts)
    #expect(back.areasOfInterest == original.areasOfInterest)
    #expect(back.timeZone == original.timeZone)
    #expect(back.region == original.region)
    #expect(back.location?.coordinate.latitude == original.location?.coordinate.latitude)
    #expect(back.location?.horizontalAccuracy == original.location?.horizontalAccuracy)
    #expect(back.description == original.description)
  }

  @Test func aCopyIsTheSame() {
    #expect(town.copy() as? CLPlacemark != nil)
    #expect(CLPlacemark(placemark: address).fields.texts == address.fields.texts)
  }

  @Test func theRegionIsTheCallersToChange() {
    let town = town
    town.region?.notifyOnEntry = false
    #expect(town.region?.notifyOnEntry == true)
  }

  @available(*, deprecated)
  @Test func theDictionaryHasWhatIsKnown() throws {
    let dictionary = try #require(address.addressDictionary)
    #expect(dictionary["Street"] as? String == "the SubThoroughfare the Thoroughfare")
    #expect(dictionary["City"] as? String == "the City")
    #expect(dictionary["ZIP"] as? String == "the ZIP")
    #expect(
      dictionary["FormattedAddressLines"] as? [String] == [
        "the SubThoroughfare the Thoroughfare", "the City", "the State the ZIP", "the Country",
      ])
    #expect(town.addressDictionary?["Street"] == nil)
    #expect(CLPlacemark(CLPlacemark.Fields()).addressDictionary == nil)
  }
}
