// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver
import LocationAuthorization
import TestSupport
import Testing

@testable import LocationService

/// Requests of malicious clients.
@Suite struct HostileRequestTests {
  private static let pieces = [
    "?WATCH={", "?POLL;", "?DEVICES;", "\"enable\":", "true", "\"json\":1e999", "}", "\n", ";", "[",
    "{", "\\u0000", "\"", "{\"class\":\"client\",", "\"watch\":true}", "{\"class\":\"clients\"}\n",
    "?", "\u{0}", "\u{1b}[2J", "?WATCH={\"enable\":true,\"raw\":-9};", "é", "\r",
  ]

  @Test(arguments: [ClientProtocol.gpsd, .location, .nmea, .geoclue])
  func harmNobodyElse(clientProtocol: ClientProtocol) {
    var generator = SeededGenerator(seed: 17)
    for _ in 0..<50 {
      var story = ServiceStory()
      let friend = story.watch()
      story.become(.fix)
      let hostile = (0..<4).map { _ in story.connect(clientProtocol) }
      for _ in 0..<100 {
        let text = (0..<Int.random(in: 1...8, using: &generator)).map { _ in
          Self.pieces.randomElement(using: &generator) ?? ""
        }
        if let client = hostile.randomElement(using: &generator) {
          story.send(text.joined(), from: client)
        }
      }
      _ = story.text(of: friend)
      story.fix()
      #expect(story.classes(of: friend) == ["TPV"])
    }
  }

  @Test func answersAFloodOfRequestsNoFurtherThanAClientMayLagBehind() {
    let view = ClientView(
      feed: Feed(.full, device: ServiceStory.port), access: .allowed(.full), version: "1",
      privateDevice: nil, seesStandbys: true, standbys: [], listing: { [] }, exchange: { nil },
      now: ServiceStory().moment)
    let longest = ClientOutput.mostAnswerBytes + 10_240
    var gpsd = GpsdDialogue()
    let devices = Array(String(repeating: "?DEVICES;", count: 50_000).utf8)
    #expect((1...longest).contains(gpsd.received(devices, view).count))
    var location = LocationDialogue()
    let lists = Array(String(repeating: "{\"class\":\"clients\"}\n", count: 50_000).utf8)
    #expect((1...longest).contains(location.received(lists, view).count))
    let mistakes = Array(String(repeating: "x\n", count: 50_000).utf8)
    #expect((1...longest).contains(location.received(mistakes, view).count))
  }

  @Test func answersTextWithControlCharactersInOneLine() {
    var story = ServiceStory()
    let client = story.watch()
    story.send("?\u{1b}[2J\"\\\u{7}\n", from: client)
    let lines = story.lines(of: client)
    #expect(lines.count == 1)
    #expect(lines.first?.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } == true)
  }
}
