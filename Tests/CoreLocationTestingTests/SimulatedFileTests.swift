// Core Location for Linux. SPDX-License-Identifier: MIT

import CoreLocationTesting
import Foundation
import LinuxLocation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct SimulatedFileTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func url(_ name: String, _ content: String) throws -> URL {
    URL(fileURLWithPath: try scratch.file(name, Data(content.utf8)))
  }

  private func locations(of url: URL) async throws -> [CLLocation] {
    try await SimulatedLocations(contentsOf: url).run { simulation in
      let diary = Diary()
      diary.start()
      await simulation.ended()
      return diary.locations
    }
  }

  @Test func simulatesARecording() async throws {
    let recording = Repository.path("Fixtures/recordings/harbour-walk.nmea")
    let received = try await locations(of: URL(fileURLWithPath: recording))
    let positions = try String(contentsOfFile: recording, encoding: .utf8)
      .split(whereSeparator: \.isNewline).count { $0.contains("RMC,") && $0.contains(",A,") }
    #expect(received.count == positions && positions > 10)
  }

  @Test func simulatesAGPXFile() async throws {
    let track = try url(
      "track.gpx",
      """
      <gpx><trk><trkseg>
      <trkpt lat="47.5" lon="9.7"><ele>400</ele><time>2025-06-15T06:30:00Z</time></trkpt>
      <trkpt lat="47.6" lon="9.8"><time>2025-06-15T06:30:02Z</time></trkpt>
      </trkseg></trk></gpx>
      """)
    let received = try await locations(of: track)
    #expect(received.map(\.coordinate.latitude) == [47.5, 47.6])
    // date -d 2025-06-15T06:30:00Z +%s
    #expect(received.first?.timestamp == Date(timeIntervalSince1970: 1_749_969_000))
  }

  @Test(
    arguments: [
      ("nothing", "", "no position with a date"),
      ("a text", "Dear diary,\n", "no position with a date"),
      ("damaged XML", "<gpx><wpt", "is not XML"),
      ("no points", "<gpx/>", "draw a track"),
      ("a point without a time", "<gpx><wpt lat='1' lon='1'/></gpx>", "point 1 of 1 has no time"),
      (
        "a time that is none", "<gpx><wpt lat='1' lon='1'><time>\u{1B}x</time></wpt></gpx>",
        "is not XML"
      ),
      ("an odd time", "<gpx><wpt lat='1' lon='1'><time>noon</time></wpt></gpx>", "\"noon\""),
    ])
  func refusesWhatHasNoLocations(name: String, content: String, reason: String) throws {
    let file = try url("file", content)
    let error = #expect(throws: SimulationError.self) {
      try SimulatedLocations(contentsOf: file)
    }
    let text = try #require(error).description
    #expect(text.contains(reason) && !text.contains("\n"))
  }

  @Test func refusesAFileThatIsNotThere() throws {
    let error = #expect(throws: SimulationError.self) {
      try SimulatedLocations(contentsOf: URL(fileURLWithPath: "/nonexistent/walk.nmea"))
    }
    #expect(try #require(error).description.contains("/nonexistent/walk.nmea"))
  }

  @Test func refusesWhatIsNoFile() throws {
    let address = try #require(URL(string: "https://example.org/walk.nmea"))
    #expect(throws: SimulationError.self) { try SimulatedLocations(contentsOf: address) }
  }
}
