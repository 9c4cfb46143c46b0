// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183
import Testing

@testable import GNSSReceiver

/// What is known of a receiver, in figures.
@Suite struct ReceiverMetricsTests {
  private var metrics = ReceiverMetrics()

  private mutating func become(
    _ state: ReceiverState?, _ kind: some SourceKind = SerialSource("/dev/ttyUSB0"),
    identity: String = "one"
  ) {
    var status = ReceiverStatus()
    status.current = state.map {
      SourceStatus(source: Source(identity: identity, kind: kind), state: $0)
    }
    metrics.received(ReceiverEvent(.status(status), at: .zero))
  }

  private mutating func fix(_ second: Int64, accuracy: Double? = 2.5) {
    var fix = Fix(
      time: FixTime(nanosecondsSince1970: second * 1_000_000_000), latitude: 47.5437,
      longitude: 9.6833)
    (fix.horizontalAccuracy, fix.satellitesUsed) = (accuracy, 8)
    metrics.received(ReceiverEvent(.report(.fix(fix)), at: .zero))
  }

  private mutating func send(_ text: String) {
    metrics.received(
      ReceiverEvent(.bytes(ReceivedBytes(bytes: Array(text.utf8), time: 0)), of: "a", at: .zero))
  }

  private var values: [String: String] {
    var text = MetricsText(version: "")
    metrics.write(to: &text)
    let lines = String(decoding: text.bytes, as: UTF8.self).split(separator: "\n")
      .filter { !$0.hasPrefix("#") && !$0.hasPrefix("gps_build_info") }
    return Dictionary(
      lines.map { line in
        let parts = line.split(separator: " ")
        return (String(parts[0]), String(parts[1]))
      }, uniquingKeysWith: { $1 })
  }

  private func value(_ name: String) -> String? { values["\(name){device=\"/dev/ttyUSB0\"}"] }

  @Test func knowsNothingAtFirst() { #expect(values.isEmpty) }

  @Test mutating func saysThatNoReceiverHasBeenFound() {
    become(nil)
    #expect(values == ["gps_receiver_up": "0"])
  }

  @Test mutating func saysNothingOfAnotherReceiverUnderTheNameOfTheOneInUse() {
    become(.fix, SerialSource("/dev/ttyUSB1"), identity: "other")
    fix(1_750_000_000)
    metrics.received(
      ReceiverEvent(
        .report(.satellites(SatellitesInView([], used: SatelliteSet()))), at: .zero))
    become(.fix)
    #expect(value("gps_receiver_up") == "1" && value("gps_fix") == "0")
    for name in [
      "gps_satellites_used", "gps_satellites_in_view", "gps_horizontal_accuracy_meters",
      "gps_last_fix_timestamp_seconds",
    ] { #expect(value(name) == nil, "\(name)") }
    // A loss it is not: the other one takes over.
    #expect(value("gps_fix_losses_total") == "0")
  }

  @Test mutating func reportsSignaturesWhereSomebodyVerifiesThem() {
    become(.fix)
    fix(1_750_000_000)
    for name in ["gps_satellites_authenticated", "gps_navigation_data_forged"] {
      #expect(value(name) == nil)
    }
    var fix = Fix(time: nil, latitude: 1, longitude: 2)
    fix.authentication = FixAuthentication(.verified, satellitesAuthenticated: 6)
    metrics.received(ReceiverEvent(.report(.fix(fix)), at: .zero))
    #expect(value("gps_satellites_authenticated") == "6")
    #expect(value("gps_navigation_data_forged") == "0")
    fix.authentication = FixAuthentication(.failed)
    metrics.received(ReceiverEvent(.report(.fix(fix)), at: .zero))
    #expect(value("gps_satellites_authenticated") == "0")
    #expect(value("gps_navigation_data_forged") == "1")
  }

  @Test mutating func followsTheFix() {
    become(.waitingForFix(satellitesInView: nil, since: .zero))
    #expect(value("gps_receiver_up") == "1" && value("gps_fix") == "0")
    #expect(value("gps_last_fix_timestamp_seconds") == nil)
    fix(1_750_000_000)
    fix(1_750_000_001, accuracy: nil)
    #expect(value("gps_fix") == "1" && value("gps_satellites_used") == "8")
    #expect(value("gps_horizontal_accuracy_meters") == nil, "it was not the last one's")
    metrics.received(ReceiverEvent(.report(.fixLost(nil)), at: .zero))
    become(.lost(satellitesInView: nil, since: .zero))
    #expect(value("gps_fix") == "0" && value("gps_fix_losses_total") == "1")
    #expect(value("gps_fixes_total") == "2" && value("gps_satellites_used") == nil)
    #expect(value("gps_last_fix_timestamp_seconds") == "1750000001")
  }

  @Test mutating func aReceiverThatIsUnpluggedHasLostItsFix() {
    become(.fix)
    fix(1_750_000_000)
    become(.unplugged)
    #expect(value("gps_receiver_up") == "0" && value("gps_fix_losses_total") == "1")
  }

  @Test mutating func aReceiverThatNobodyNeedsIsUnknown() {
    become(.fix)
    fix(1_750_000_000)
    metrics.closed()
    #expect(value("gps_receiver_up") == nil && value("gps_fix") == nil)
    #expect(value("gps_fixes_total") == "1" && value("gps_fix_losses_total") == "0")
  }

  @Test mutating func countsSentencesAndWhatIsWrongWithThem() {
    become(.fix)
    #expect(value("gps_sentences_total") == nil)
    // The second one has a wrong checksum, the third is cut off by the fourth.
    send(
      "$GPZDA,120000.00,15,06,2025,00,00*62\r\n$GPZDA,120001.00,15,06,2025,00,00*00\r\n$GPZDA,12")
    send("$GPZDA,120000.00,15,06,2025,00,00*62\r\n")
    #expect(value("gps_sentences_total") == "2")
    func errors(_ cause: String) -> String? {
      values["gps_sentence_errors_total{device=\"/dev/ttyUSB0\",cause=\"\(cause)\"}"]
    }
    #expect(errors("checksum") == "1" && errors("broken") == "1" && errors("too_long") == "0")
  }

  /// Each connection counts from 0, the metric does not.
  @Test mutating func countsPositionsThatCameTooLate() {
    become(.fix)
    #expect(value("gps_late_positions_total") == "0")
    for (receiver, count, total) in [
      ("a", 1, "1"), ("a", 4, "4"), ("a", 2, "6"), ("b", 3, "9"), ("b", 3, "9"),
    ] {
      var defects = Defects()
      defects.lateInstants = count
      metrics.received(ReceiverEvent(.report(.defects(defects)), of: receiver, at: .zero))
      #expect(value("gps_late_positions_total") == total)
    }
  }

  @Test(
    arguments: [
      ("tcp://boat:10110", "tcp://boat:10110"), ("gpsd://boat:2947/dev/gps0", "gpsd://boat:2947"),
      ("unix:/home/me/secret.sock", "unix"), ("-", "recording"),
    ])
  mutating func namesNoPathOfAPerson(_ name: String, _ label: String) throws {
    guard case .source(let source) = try ReceiverSupervisor.Selection(name) else { return }
    become(.fix, source.kind)
    #expect(values["gps_receiver_up{device=\"\(label)\"}"] == "1", "\(values)")
  }

  @Test mutating func keepsTheNameThatTheUserGave() {
    metrics = ReceiverMetrics(device: "/dev/serial/by-id/usb-u-blox")
    become(.fix)
    #expect(values["gps_receiver_up{device=\"/dev/serial/by-id/usb-u-blox\"}"] == "1")
  }
}
