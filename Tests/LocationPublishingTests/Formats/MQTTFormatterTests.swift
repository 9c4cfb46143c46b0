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

  private static func report(_ occasion: PositionReport.Occasion) -> PositionReport {
    let time = FixTime(nanosecondsSince1970: 1_749_988_800_000_000_000)
    return PositionReport(
      device: "Alma", fix: Fix(time: time, latitude: 1, longitude: 2), occasion: occasion)
  }

  @Test func homeAssistantFindsTheAnchorWatchAndThePersonOverboardByItself() throws {
    var formatter = MQTTFormatter(try MQTTDestination("mqtt://h?format=homeassistant"))
    let first = formatter.messages(Self.report(.anchor(state: "watching")))
    #expect(
      first.map(\.topic) == [
        "homeassistant/device_tracker/gps_Alma/config", "gps/Alma/state", "gps/Alma/attributes",
        "homeassistant/sensor/gps_Alma_anchor/config", "gps/Alma/anchor",
      ])
    #expect(first.filter { !$0.isRetained }.isEmpty)
    #expect(
      String(decoding: first[3].payload, as: UTF8.self) == #"""
        {"name":"Anchor watch","unique_id":"gps_Alma_anchor","state_topic":"gps/Alma/anchor","device_class":"enum",\#
        "options":["off","watching","outside","dragging","blind"],"icon":"mdi:anchor",\#
        "device":{"identifiers":"gps_Alma","name":"Alma"}}
        """#)
    #expect(String(decoding: first[4].payload, as: UTF8.self) == "watching")
    let second = formatter.messages(Self.report(.anchor(state: "dragging")))
    #expect(second.map(\.topic) == ["gps/Alma/attributes", "gps/Alma/anchor"])
    let third = formatter.messages(Self.report(.overboard(true)))
    #expect(
      String(decoding: third[1].payload, as: UTF8.self) == #"""
        {"name":"Man overboard","unique_id":"gps_Alma_overboard","state_topic":"gps/Alma/overboard",\#
        "device_class":"safety","payload_on":"on","payload_off":"off","device":{"identifiers":"gps_Alma","name":"Alma"}}
        """#)
    #expect(
      third[1].topic == "homeassistant/binary_sensor/gps_Alma_overboard/config"
        && third[2].payload == Array("on".utf8))
  }

  @Test(arguments: [
    (PositionReport.Occasion.anchor(state: "dragging"), "leave", "anchor"),
    (.anchor(state: "watching"), "enter", "anchor"),
    (.anchor(state: "blind"), "leave", "anchor (position unknown)"),
    (.overboard(true), "enter", "man overboard"), (.overboard(false), "leave", "man overboard"),
  ])
  func ownTracksGetsATransition(
    _ occasion: PositionReport.Occasion, _ event: String, _ name: String
  ) throws {
    var formatter = MQTTFormatter(try MQTTDestination("mqtt://h"))
    let message = try #require(formatter.messages(Self.report(occasion)).first)
    let text = String(decoding: message.payload, as: UTF8.self)
    #expect(text.contains(#""event":"\#(event)","desc":"\#(name)""#), "\(text)")
    #expect(!message.isRetained)
  }

  @Test func asJSONItIsAMemberBesideTheOccasion() throws {
    var formatter = MQTTFormatter(try MQTTDestination("mqtt://h?format=json"))
    let message = formatter.messages(Self.report(.anchor(state: "blind"))).first
    let text = String(decoding: message?.payload ?? [], as: UTF8.self)
    #expect(text.hasPrefix(#"{"device":"Alma","occasion":"anchor","watch":"blind","#), "\(text)")
  }
}
