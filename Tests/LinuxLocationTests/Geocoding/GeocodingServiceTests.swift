// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import LinuxSystem
import Testing

@testable import LinuxLocation

@Suite struct GeocodingServiceTests {
  @Test(
    arguments: [
      ("nothing", nil), ("empty", ""), ("in words", "offline"),
    ] as [(why: String, text: String?)])
  func nothingLeavesTheMachineUnasked(why: String, text: String?) throws {
    guard case .offline = try GeocodingService(text) else {
      Issue.record("it asks a server")
      return
    }
  }

  @Test(
    arguments: [
      ("host", "nominatim:https://example.org/", .nominatim, "https://example.org/"),
      ("path", "nominatim:http://127.0.0.1:8080/a/b", .nominatim, "http://127.0.0.1:8080/a/b"),
      ("other kind", "photon:https://example.org", .photon, "https://example.org"),
    ] as [(why: String, text: String, kind: GeocodingServer.Kind, url: String)])
  func readsAServer(why: String, text: String, kind: GeocodingServer.Kind, url: String) throws {
    guard case .server(let server) = try GeocodingService(text) else {
      Issue.record("it asks no server")
      return
    }
    #expect(server.kind == kind)
    #expect(server.url == URL(string: url))
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
    let problem = try #require(throws: GeocodingService.Problem.self) {
      try GeocodingService(text)
    }
    #expect(problem.description.contains(reason))
    #expect(!problem.description.contains("\u{1B}"))
  }

  @Test func theEnvironmentSaysWho() throws {
    let environment: Environment = [
      "XDG_CONFIG_HOME": "/nonexistent",
      "CORELOCATION_GEOCODER": "photon:https://example.org/",
    ]
    let service = GeocodingService(environment: environment) { Issue.record("\($0)") }
    guard case .server(let server) = service else {
      Issue.record("it asks no server")
      return
    }
    #expect(server.kind == .photon)
    #expect(server.url == URL(string: "https://example.org/"))
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
