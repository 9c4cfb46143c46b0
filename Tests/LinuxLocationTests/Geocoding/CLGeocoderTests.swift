// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import LinuxSystem
import TestSupport
import Testing

@testable import LinuxLocation

@Suite struct CLGeocoderTests {
  let paris = CLLocation(latitude: 48.8584, longitude: 2.2945)

  /// What a completion handler received, and whether it was called on the main queue.
  private final class Answers: Sendable {
    struct Answer {
      var names: [String?]?
      var code: CLError.Code?
      var isOnMainQueue: Bool
    }

    private let told = Mutex<[Answer]>([])

    var all: [Answer] { told.withLock { $0 } }
    var count: Int { all.count }

    func add(_ placemarks: [CLPlacemark]?, _ error: (any Error)?) {
      let answer = Answer(
        names: placemarks?.map(\.name), code: (error as? CLError)?.code,
        isOnMainQueue: MainCallbackQueue.isCurrent)
      told.withLock { $0.append(answer) }
    }
  }

  @Test func tellsTheTownOnTheMainQueue() async throws {
    let (geocoder, answers) = (CLGeocoder(.offline), Answers())
    geocoder.reverseGeocodeLocation(paris) { answers.add($0, $1) }
    #expect(await eventually { answers.count == 1 })
    let answer = try #require(answers.all.first)
    #expect(answer.names == ["Paris"])
    #expect(answer.code == nil)
    #expect(answer.isOnMainQueue)
    #expect(!geocoder.isGeocoding)
  }

  @MainActor @Test func neverAnswersBeforeTheCallReturns() async throws {
    let (geocoder, answers) = (CLGeocoder(.offline), Answers())
    geocoder.geocodeAddressString("Paris, TX") { answers.add($0, $1) }
    #expect(geocoder.isGeocoding)
    #expect(answers.count == 0)
    #expect(await eventually { answers.count == 1 })
    #expect(answers.all.first?.names == ["Paris"])
  }

  @MainActor @Test func aSecondRequestIsCanceled() async throws {
    let (geocoder, answers) = (CLGeocoder(.offline), Answers())
    geocoder.reverseGeocodeLocation(paris) { answers.add($0, $1) }
    geocoder.geocodeAddressString("Berlin") { answers.add($0, $1) }
    #expect(answers.count == 0)
    #expect(await eventually { answers.count == 2 })
    let all = answers.all
    #expect(all.contains { $0.names == ["Paris"] })
    #expect(all.contains { $0.names == nil && $0.code == .geocodeCanceled && $0.isOnMainQueue })
  }

  @MainActor @Test func cancelingIsToldOnce() async throws {
    let (geocoder, answers) = (CLGeocoder(.offline), Answers())
    geocoder.reverseGeocodeLocation(paris) { answers.add($0, $1) }
    geocoder.cancelGeocode()
    geocoder.cancelGeocode()
    #expect(!geocoder.isGeocoding)
    // The next request may begin, and is answered after the cancellation is reported.
    geocoder.reverseGeocodeLocation(paris) { answers.add($0, $1) }
    #expect(await eventually { answers.count == 2 })
    #expect(answers.all.map(\.code) == [.geocodeCanceled, nil])
  }

  @MainActor @Test func theHandlerMayAskAgain() async throws {
    let (geocoder, answers) = (CLGeocoder(.offline), Answers())
    let paris = paris
    geocoder.geocodeAddressString("Berlin") { found, error in
      answers.add(found, error)
      geocoder.reverseGeocodeLocation(paris) { answers.add($0, $1) }
    }
    #expect(await eventually { answers.count == 2 })
    #expect(answers.all.last?.names == ["Paris"])
  }

  // MARK: Asynchronous methods

  @Test func severalGeocodersMayAskAtOnce() async throws {
    try await withThrowingTaskGroup(of: String?.self) { group in
      for _ in 0..<20 {
        group.addTask {
          try await CLGeocoder().geocodeAddressString("Berlin, Germany").first?.locality
        }
      }
      for try await town in group { #expect(town == "Berlin") }
    }
  }

  @Test func countriesAreInTheLanguageAskedFor() async throws {
    let geocoder = CLGeocoder(.offline)
    let french = Locale(identifier: "fr_FR")
    let found = try await geocoder.reverseGeocodeLocation(
      CLLocation(latitude: 52.5163, longitude: 13.3777), preferredLocale: french)
    #expect(found.first?.country == "Allemagne")
    let named = try await geocoder.geocodeAddressString(
      "Berlin, Allemagne", in: nil, preferredLocale: french)
    #expect(named.first?.country == "Allemagne")
  }

  @Test func aCircleSaysWhichIsMeant() async throws {
    let texas = CLCircularRegion(
      center: CLLocationCoordinate2D(latitude: 33.6, longitude: -95.5), radius: 50_000,
      identifier: "Texas")
    let found = try await CLGeocoder(.offline).geocodeAddressString("Paris", in: texas)
    #expect(found.first?.administrativeArea == "TX")
    #expect(found.count > 1)
  }

  @Test func aCircleMayBeGivenByItsCenter() async throws {
    let inTexas = CLLocationCoordinate2D(latitude: 33.6, longitude: -95.5)
    let geocoder = CLGeocoder(.offline)
    let french = Locale(identifier: "fr_FR")
    let awaited = try await geocoder.geocodeAddressString(
      "Paris", inRegionCenteredAt: inTexas, inRegionRadius: 50_000, preferredLocale: french)
    #expect(awaited.first?.administrativeArea == "TX")
    #expect(awaited.first?.country == "États-Unis")
    let called: [CLPlacemark]? = await withCheckedContinuation { continuation in
      geocoder.geocodeAddressString(
        "Paris", inRegionCenteredAt: inTexas, inRegionRadius: 50_000, preferredLocale: french
      ) { placemarks, _ in continuation.resume(returning: placemarks) }
    }
    #expect(called?.map(\.country) == awaited.map(\.country))
    #expect(called?.first?.administrativeArea == "TX")
  }

  @Test func numbersAreAPlace() async throws {
    let found = try await CLGeocoder(.offline).geocodeAddressString(" 48.8584, 2.2945 ")
    #expect(found.map(\.locality) == ["Paris"])
  }

  @available(*, deprecated)
  @Test func readsADictionary() async throws {
    let found = try await CLGeocoder(.offline).geocodeAddressDictionary([
      "Street": "1 Infinite Loop", "City": "Cupertino", "State": "CA", "ZIP": "95014",
      "CountryCode": "US",
    ])
    #expect(found.first?.locality == "Cupertino")
    #expect(found.first?.thoroughfare == nil)
    await #expect(throws: CLError(.geocodeFoundNoResult)) {
      try await CLGeocoder(.offline).geocodeAddressDictionary([:])
    }
  }

  @Test(
    arguments: [
      ("an ocean", -30, -130), ("no number", .nan, 0), ("endless", 0, .infinity),
      ("invalid", -180, -180), ("beyond the pole", 91, 0), ("beyond the date line", 0, 180.5),
    ] as [(why: String, latitude: Double, longitude: Double)])
  func noTownThere(why: String, latitude: Double, longitude: Double) async {
    await #expect(throws: CLError(.geocodeFoundNoResult)) {
      try await CLGeocoder(.offline).reverseGeocodeLocation(
        CLLocation(latitude: latitude, longitude: longitude))
    }
  }

  @Test(arguments: ["", "  ", "Xyzzyville", "Paris, Narnia", "91, 0", "inf, 0"])
  func noSuchAddress(text: String) async {
    await #expect(throws: CLError(.geocodeFoundNoResult)) {
      try await CLGeocoder(.offline).geocodeAddressString(text)
    }
  }

  @Test func withoutAGazetteerNothingIsFound() {
    let request = GeocodeRequest.address("Paris", in: nil, locale: nil)
    #expect(throws: CLError(.geocodeFoundNoResult)) {
      try OfflineGeocoder(gazetteer: nil).answer(request, now: Date())
    }
  }

  /// A stand-in such as an application uses in its tests.
  // Proof of Sendable: it adds no stored properties.
  private final class Fake: CLGeocoder, @unchecked Sendable {
    override func reverseGeocodeLocation(
      _ location: CLLocation, completionHandler: @escaping CLGeocodeCompletionHandler
    ) {
      completionHandler([], nil)
    }
  }

  @Test func asksWhatASubclassOverrides() async throws {
    #expect(try await Fake().reverseGeocodeLocation(paris).isEmpty)
  }
}
