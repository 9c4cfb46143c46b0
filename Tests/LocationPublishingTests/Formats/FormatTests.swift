// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationJSON
import LocationPublishing
import Testing
import TrackStore

struct FormatTests {
  /// 2025-06-15 12:00:00 UTC, `date -d 2025-06-15T12:00Z +%s`.
  private static let time: Int64 = 1_749_988_800

  private static func report(
    _ occasion: PositionReport.Occasion = .distance, device: String = "sloop",
    nanosecond: Int64 = 0, _ change: (inout Fix) -> Void = { _ in }
  ) -> PositionReport {
    let time = FixTime(nanosecondsSince1970: time * 1_000_000_000 + nanosecond)
    var fix = Fix(time: time, latitude: 47.5437, longitude: -9.683_333_35)
    change(&fix)
    return PositionReport(device: device, fix: fix, occasion: occasion)
  }

  private func text(_ bytes: [UInt8]?) -> String? {
    bytes.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(
    arguments: [
      (
        "only a place",
        #"{"_type":"location","lat":47.5437000,"lon":-9.6833334,"tid":"op","tst":1749988800}"#,
        report()
      ),
      (
        "everything: 2.5 m/s are 9 km/h",
        #"""
        {"_type":"location","lat":47.5437000,"lon":-9.6833334,"acc":4,"alt":396,"vac":7,"vel":9,"cog":60,"tid":"op","tst":1749988800}
        """#,
        report {
          $0.horizontalAccuracy = 3.2
          $0.altitude = 395.6
          $0.verticalAccuracy = 6.4
          $0.speed = 2.5
          $0.course = 59.7
        }
      ),
      (
        "zeros are left out, and an accuracy is none",
        #"""
        {"_type":"location","lat":47.5437000,"lon":-9.6833334,"acc":1,"tid":"op","tst":1749988800}
        """#,
        report(nanosecond: 999_000_000) {
          $0.horizontalAccuracy = 0.02
          $0.altitude = -0.4
          $0.speed = 0.1
          $0.course = 359.6
        }
      ),
      (
        "below the sea, by the clock",
        #"""
        {"_type":"location","lat":47.5437000,"lon":-9.6833334,"alt":-411,"t":"t","tid":"\"x","tst":1749988800}
        """#, report(.time, device: "\"x") { $0.altitude = -410.7 }
      ),
    ] as [(String, String, PositionReport)])
  func writesOwnTracksLocations(_: String, _ expected: String, _ report: PositionReport) {
    #expect(text(OwnTracks.location(report)) == expected)
  }

  @Test func writesOwnTracksTransitions() {
    let entered = Self.report(.entered(region: "harbor")) { $0.horizontalAccuracy = 4 }
    #expect(
      text(OwnTracks.transition(entered)) == #"""
        {"_type":"transition","event":"enter","desc":"harbor","lat":47.5437000,"lon":-9.6833334,"acc":4,"t":"c","tid":"op","tst":1749988800,"wtst":1749988800}
        """#)
    #expect(
      text(OwnTracks.transition(Self.report(.left(region: "h"))))?.contains(#""event":"leave""#)
        == true)
    #expect(OwnTracks.transition(Self.report()) == nil)
    #expect(text(OwnTracks.location(entered))?.contains(#""t":"c""#) == true)
  }

  @Test func writesAWill() {
    #expect(text(OwnTracks.lastWill(time: 7)) == #"{"_type":"lwt","tst":7}"#)
  }

  @Test func writesNothingWithoutADate() {
    var report = Self.report()
    report.fix.time?.date = nil
    #expect(OwnTracks.location(report) == nil && OsmAnd.form(report) == nil)
  }

  @Test func writesItsOwnJSON() {
    let report = Self.report(.left(region: "bay")) { $0.satellitesUsed = 8 }
    #expect(
      text(report.json) == #"""
        {"device":"sloop","occasion":"left","region":"bay","timestamp":"2025-06-15T12:00:00.000Z","latitude":47.5437,"longitude":-9.68333335,"satellitesUsed":8}
        """#)
  }

  @Test(
    arguments: [
      (
        "only a place",
        "id=sloop&lat=47.5437&lon=-9.6833334&timestamp=1749988800&occasion=distance",
        report()
      ),
      (
        // 10 m/s are 19.438 kn: 36,000 / 1852.
        "everything",
        """
        id=my%20boat%26&lat=47.5437&lon=-9.6833334&timestamp=1749988800250&speed=19.438&bearing=60.5\
        &altitude=396.25&accuracy=4.2&hdop=0.9&sat=8&occasion=entered&region=caf%C3%A9
        """,
        report(.entered(region: "café"), device: "my boat&", nanosecond: 250_000_000) {
          $0.speed = 10
          $0.course = 60.5
          $0.altitude = 396.25
          $0.horizontalAccuracy = 4.2
          $0.dilutionOfPrecision.horizontal = 0.9
          $0.satellitesUsed = 8
        }
      ),
      (
        "where Traccar would not believe it",
        "id=sloop&lat=0.0000001&lon=0&timestamp=1749988800&occasion=distance",
        report {
          $0.latitude = 0
          $0.longitude = 0
        }
      ),
    ] as [(String, String, PositionReport)])
  func writesTraccarsForm(_: String, _ expected: String, _ report: PositionReport) {
    #expect(OsmAnd.form(report) == expected)
  }

  @Test func announcesADeviceToHomeAssistant() throws {
    let tracker = HomeAssistant(device: "Möwe 7", topic: "t")
    #expect(tracker.identifier == "gps_M_C3_B6we_207")
    let discovery = tracker.discovery
    #expect(discovery.isRetained)
    #expect(discovery.topic == "homeassistant/device_tracker/gps_M_C3_B6we_207/config")
    var reader = JSONReader(discovery.payload[...])
    let config = try reader.value()
    #expect(config["name"] == .null && config["source_type"]?.string == "gps")
    #expect(config["json_attributes_topic"]?.string == "t/attributes")
    #expect(config["state_topic"]?.string == "t/state")
    #expect(config["unique_id"]?.string == tracker.identifier)
    #expect(config["device"]?["name"]?.string == "Möwe 7")
    #expect(config["payload_reset"]?.string == text(tracker.state.payload))
  }

  @Test func givesHomeAssistantEverythingThatIsKnown() throws {
    let message = HomeAssistant(device: "a", topic: "t").attributes(
      Self.report {
        $0.horizontalAccuracy = 3.2
        $0.speed = 2.5
      })
    #expect(message.topic == "t/attributes" && message.isRetained)
    #expect(
      text(message.payload) == #"""
        {"gps_accuracy":4,"occasion":"distance","timestamp":"2025-06-15T12:00:00.000Z","latitude":47.5437,"longitude":-9.68333335,"speed":2.5,"horizontalAccuracy":3.2}
        """#)
  }
}
