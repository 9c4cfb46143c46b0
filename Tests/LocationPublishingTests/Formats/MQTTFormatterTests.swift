// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationPublishing
import Testing
import TrackStore

struct MQTTFormatterTests {
  @Test(arguments: [
    ("OwnTracks' own", "mqtt://h", "owntracks/gps/sloop"),
    ("with a user", "mqtt://me@h", "owntracks/me/sloop"),
    ("our own", "mqtt://h?format=json", "gps/sloop"),
    ("named", "mqtt://h/here", "here"),
    ("named for each device", "mqtt://h/fleet/{device}/at", "fleet/sloop/at"),
  ])
  func knowsTheTopic(_: String, _ address: String, _ topic: String) throws {
    #expect(MQTTFormatter(try MQTTDestination(address)).topic(of: "sloop") == topic)
  }

  @Test func keepsANameWithinItsLevel() throws {
    let formatter = MQTTFormatter(try MQTTDestination("mqtt://h/{device}"))
    #expect(formatter.topic(of: "a/b+c#d%e\n") == "a%2Fb%2Bc%23d%25e%0A")
  }

  @Test func retainsPositionsButNoEventsAndNoWill() throws {
    var formatter = MQTTFormatter(try MQTTDestination("mqtt://h"))
    let time = FixTime(nanosecondsSince1970: 1_749_988_800_000_000_000)
    let fix = Fix(time: time, latitude: 1, longitude: 2)
    let messages = formatter.messages(
      PositionReport(device: "b", fix: fix, occasion: .entered(region: "r")))
    #expect(messages.map(\.topic) == ["owntracks/gps/b/event", "owntracks/gps/b"])
    #expect(messages.map(\.isRetained) == [false, true])
    let will = try #require(formatter.lastWill(of: "b", time: 1))
    #expect(will.topic == "owntracks/gps/b" && !will.isRetained)
    let json = MQTTFormatter(try MQTTDestination("mqtt://h?format=json"))
    #expect(json.lastWill(of: "b", time: 1) == nil)
  }
}
