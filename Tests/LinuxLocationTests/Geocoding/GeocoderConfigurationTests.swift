// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import LinuxSystem
import Testing

@testable import LinuxLocation

@Suite struct GeocoderConfigurationTests {
  @Test(
    arguments: [
      ("nothing", nil), ("empty", ""), ("in words", "offline"),
    ] as [(why: String, text: String?)])
  func nothingLeavesTheMachineUnasked(why: String, text: String?) throws {
    #expect(try GeocoderConfiguration(text) == .offline)
  }

  @Test(
    arguments: [
      ("host", "nominatim:https://example.org/", .nominatim, "https://example.org/"),
      ("path", "nominatim:http://127.0.0.1:8080/a/b", .nominatim, "http://127.0.0.1:8080/a/b"),
      ("other kind", "photon:https://example.org", .photon, "https://example.org"),
    ] as [(why: String, text: String, kind: GeocodingServer.Kind, url: String)])
  func readsAServer(why: String, text: String, kind: GeocodingServer.Kind, url: String) throws {
    let expected = GeocoderConfiguration.server(kind, try #require(URL(string: url)))
    #expect(try GeocoderConfiguration(text) == expected)
  }

  @Test(
    arguments: [
      ("no kind", "https://example.org/", "does not start with a kind of server"),
      ("another kind", "google:https://example.org/", "does not start with a kind of server"),
      ("no address", "photon", "no http or https address"),
      ("empty address", "photon:", "no http or https address"),
      ("no host", "photon:https://", "no http or https address"),
      ("a file", "nominatim:file:///etc/passwd", "no http or https address"),
      ("control characters", "\u{1B}[2J", "does not start with a kind of server"),
    ] as [(why: String, text: String, reason: String)])
  func saysWhatIsWrong(why: String, text: String, reason: String) throws {
    let problem = try #require(throws: GeocoderConfiguration.Problem.self) {
      try GeocoderConfiguration(text)
    }
    #expect(problem.description.contains(reason))
    #expect(!problem.description.contains("\u{1B}"))
  }

  @Test func theEnvironmentSaysWho() throws {
    let environment: Environment = [
      "XDG_CONFIG_HOME": "/nonexistent",
      "CORELOCATION_GEOCODER": "photon:https://example.org/",
    ]
    let url = try #require(URL(string: "https://example.org/"))
    #expect(try GeocoderConfiguration(environment: environment) == .server(.photon, url))
  }

  @Test func whatCannotBeUnderstoodAsksNobody() async throws {
    var problems: [String] = []
    let service = GeocodingService(
      environment: ["XDG_CONFIG_HOME": "/nonexistent", "CORELOCATION_GEOCODER": "nonsense"]
    ) { problems.append($0) }
    #expect(problems.count == 1)
    let request = GeocodeRequest.address("Paris", in: nil, locale: nil)
    let error = try await #require(throws: CLError.self) { try await service.answer(request) }
    #expect(error.code == .network)
  }
}
