// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@testable import LinuxLocation

@Suite struct GeocodingServerTests {
  let server: LoopbackServer
  let english = Locale(identifier: "en_US")
  let place = CLLocationCoordinate2D(latitude: 48.1234567, longitude: 11.7654321)

  init() throws { server = try LoopbackServer() }

  private var reverse: GeocodeRequest {
    GeocodeRequest(query: .address(of: place), locale: english)
  }

  private func search(_ text: String, near hint: GeoCircle? = nil) -> GeocodeRequest {
    GeocodeRequest(query: .place(of: text, near: hint), locale: english)
  }

  @Test(arguments: [GeocodingServer.Kind.nominatim, .photon])
  func readsAnAddress(kind: GeocodingServer.Kind) async throws {
    let answer = try await server.client(kind, "ok").answer(reverse)
    let found = CLPlacemark(try #require(answer.first))
    #expect(found.name == "Museum of Clocks")
    #expect((found.subThoroughfare, found.thoroughfare) == ("5", "Lime Street"))
    #expect((found.locality, found.subLocality) == ("Anytown", "Old Harbour"))
    #expect(found.subAdministrativeArea == "Lower County")
    #expect((found.administrativeArea, found.postalCode) == ("Upper State", "12345"))
    #expect((found.country, found.isoCountryCode) == ("Germany", "DE"))
    #expect(found.areasOfInterest == ["Museum of Clocks"])
    #expect(found.timeZone == nil)
    #expect(found.location?.coordinate.latitude == 48.1234567)
    #expect(found.location?.coordinate.longitude == 11.7654321)
  }

  @Test func theBoundsMakeTheRegion() async throws {
    let answer = try await server.client(.nominatim, "ok").answer(reverse)
    let fields = try #require(answer.first)
    let region = try #require(CLPlacemark(fields).region as? CLCircularRegion)
    // Half of 0.0002 degrees to the north, 11.12 m, and to the east, 7.44 m: the diagonal is 13.38 m.
    #expect(abs(region.radius - 13.38) < 0.01)
    let photon = try await server.client(.photon, "ok").answer(search("Clocks"))
    #expect(CLPlacemark(photon[0]).region == nil)
    #expect(CLPlacemark(photon[1]).region != nil)
  }

  @Test func severalAnswersComeInTheirOrder() async throws {
    let nominatim = try await server.client(.nominatim, "ok").answer(search("Clocks"))
    #expect(nominatim.map { $0[.name] } == ["Museum of Clocks", "7 Elm Street"])
    let photon = try await server.client(.photon, "ok").answer(search("Clocks"))
    #expect(photon.map { $0[.name] } == ["Museum of Clocks", "Othertown"])
    #expect(photon.map { $0[.locality] } == ["Anytown", "Othertown"])
  }

  @Test func asksNominatimForAPlace() async throws {
    _ = try await server.client(.nominatim, "ok").answer(reverse)
    let asked = try await server.asked()
    #expect(asked["path"] == "/ok/nominatim/reverse")
    #expect((asked["lat"], asked["lon"]) == ("48.1234567", "11.7654321"))
    #expect((asked["format"], asked["accept-language"]) == ("jsonv2", "en-US"))
    #expect(asked["agent"]?.hasPrefix("core-location-linux (") == true)
  }

  @Test func asksNominatimForAnAddressInACircle() async throws {
    let hint = GeoCircle(center: CLLocationCoordinate2D(), radius: 111_319.49)
    _ = try await server.client(.nominatim, "ok").answer(search("Lime Street & 5+6, Ä", near: hint))
    let asked = try await server.asked()
    #expect(asked["path"] == "/ok/nominatim/search")
    #expect(asked["q"] == "Lime Street & 5+6, Ä")
    // A degree of longitude at the equator is 111,319.49 m, the first degree of latitude 110,574 m.
    let box = try #require(asked["viewbox"]).split(separator: ",").compactMap { Double($0) }
    #expect(box.count == 4)
    for (side, expected) in zip(box, [-1, -1.00674, 1, 1.00674]) {
      #expect(abs(side - expected) < 1e-4)
    }
  }

  @Test func asksPhotonNearAPlace() async throws {
    let hint = GeoCircle(center: place, radius: 1000)
    _ = try await server.client(.photon, "ok").answer(search("Lime Street", near: hint))
    let asked = try await server.asked()
    #expect(asked["path"] == "/ok/photon/api")
    #expect((asked["q"], asked["lang"], asked["limit"]) == ("Lime Street", "en", "10"))
    #expect((asked["lat"], asked["lon"]) == ("48.1234567", "11.7654321"))
  }

  // MARK: Failures

  @Test(
    arguments: [
      ("the server fails", "status500"), ("no JSON", "garbage"), ("other JSON", "wrong"),
    ] as [(why: String, behaviour: String)],
    [GeocodingServer.Kind.nominatim, .photon])
  func failuresAreOfTheNetwork(
    row: (why: String, behaviour: String), kind: GeocodingServer.Kind
  ) async throws {
    let client = try server.client(kind, row.behaviour)
    let error = try await #require(throws: CLError.self) { try await client.answer(reverse) }
    #expect(error.code == .network)
    #expect(error.localizedDescription.hasPrefix("cannot geocode with \(kind) at 127.0.0.1: "))
  }

  @Test(
    arguments: [
      ("a body without end", "endless", "its answer is too long", 1),
      ("64 MB, packed in 64 KB", "bomb", "its answer is too long", 1),
      ("a loop of redirects", "loop", "it redirects too often", 4),
      (
        "another host, which is not to know the place", "elsewhere", "it redirects to another host",
        1
      ),
    ] as [(why: String, behaviour: String, reason: String, requests: Int)])
  func isBounded(why: String, behaviour: String, reason: String, requests: Int) async throws {
    let client = try server.client(.nominatim, behaviour)
    let error = try await #require(throws: CLError.self) { try await client.answer(reverse) }
    #expect(error.code == .network, "\(why)")
    #expect(error.localizedDescription.contains(reason), "\(why): \(error.localizedDescription)")
    #expect(try await server.countRequests() == requests, "\(why)")
  }

  @Test func aRedirectOnTheSameHostIsFollowed() async throws {
    let answer = try await server.client(.nominatim, "moved").answer(reverse)
    #expect(answer.first?[.name] == "Museum of Clocks")
  }

  @Test(arguments: [GeocodingServer.Kind.nominatim, .photon])
  func nothingFoundIsNoFailure(kind: GeocodingServer.Kind) async throws {
    let client = try server.client(kind, "empty")
    for request in [reverse, search("Nowhere")] {
      let error = try await #require(throws: CLError.self) { try await client.answer(request) }
      #expect(error.code == .geocodeFoundNoResult)
    }
  }

  @Test(
    arguments: [("silence", "slow"), ("a byte now and then", "trickle")]
      as [(why: String, behaviour: String)])
  func doesNotWaitForEver(why: String, behaviour: String) async throws {
    let client = try server.client(.nominatim, behaviour, timeout: .milliseconds(300))
    let error = try await #require(throws: CLError.self) { try await client.answer(reverse) }
    #expect(error.code == .network)
    #expect(error.localizedDescription.contains("did not answer within 0.3 seconds"))
  }

  @Test func aServerThatIsNotThere() async throws {
    let url = try #require(URL(string: "http://127.0.0.1:1/"))
    let client = GeocodingServer(
      kind: .photon, url: url, timeout: .seconds(500),
      turns: RequestTurns(interval: .zero))
    let error = try await #require(throws: CLError.self) { try await client.answer(reverse) }
    #expect(error.code == .network)
    #expect(error.localizedDescription.contains("cannot be reached"))
  }

  @MainActor @Test func aCanceledRequestEnds() async throws {
    let geocoder = CLGeocoder(.server(try server.client(.nominatim, "slow")))
    let location = CLLocation(latitude: 1, longitude: 2)
    let task = Task { @MainActor in try await geocoder.reverseGeocodeLocation(location) }
    #expect(await eventually { geocoder.isGeocoding })
    task.cancel()
    let error = try await #require(throws: CLError.self) { try await task.value }
    #expect(error.code == .geocodeCanceled)
    #expect(!geocoder.isGeocoding)
  }

  @Test func aGeocoderAsksTheServer() async throws {
    let geocoder = CLGeocoder(.server(try server.client(.nominatim, "ok")))
    let found = try await geocoder.reverseGeocodeLocation(
      CLLocation(latitude: 48.1234567, longitude: 11.7654321))
    #expect(found.first?.thoroughfare == "Lime Street")
  }
}
