// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationJSON
import NMEA0183
import SerialLine
import TestSupport
import Testing

@testable import GNSSReceiver
@testable import gps

struct SignatureFindingTests {
  private let place = "/dev/ttyUSB0"

  /// Returns what the doctor says of a u-blox receiver with a fix.
  private func finding(
    _ authentication: FixAuthentication?, pages: Bool = false, rate: BaudRate? = .b38400,
    for duration: Duration = .seconds(3),
    sends other: [UInt8] = FakeReceiver.ubx(0x01, 0x61, [0, 0, 0, 0])
  ) -> Finding? {
    var probe = Probe(start: .zero)
    var fix = Fix(time: nil, latitude: 47.5, longitude: 9.7)
    fix.authentication = authentication
    probe.received(ReceiverEvent(.report(.fix(fix)), at: .zero), at: .zero)
    let page: [UInt8] = [0, 5, 0, 0, 10, 0, 2, 0] + [UInt8](repeating: 0, count: 40)
    let bytes = other + (pages ? FakeReceiver.ubx(0x02, 0x13, page) : [])
    probe.received(
      ReceiverEvent(.bytes(ReceivedBytes(bytes: bytes, time: 0)), at: .zero), at: .zero)
    probe.duration = duration
    return probe.signatures(rate, place)
  }

  @Test func saysHowToPassMessagesOn() throws {
    let finding = try #require(self.finding(nil))
    #expect(finding.severity == .good && finding.check == .signatures)
    #expect(finding.commands == ["gps configure --device /dev/ttyUSB0 --galileo-pages"])
    // With the usual sentences, these need more than 9600 baud can carry.
    let slow = try #require(self.finding(nil, rate: .b9600))
    #expect(
      slow.commands == ["gps configure --device /dev/ttyUSB0 --galileo-pages --baud 19200"])
    #expect(slow.why?.contains("9600 baud is too slow") == true)
  }

  @Test func saysNothingBeforeAPageCouldHaveCome() {
    #expect(finding(nil, for: .seconds(2)) == nil)
  }

  @Test func saysNothingOfReceiversThatCannot() {
    #expect(finding(nil, sends: FakeReceiver.sentence("PMTK001,0,3")) == nil)
  }

  @Test func saysThatGalileoIsMissing() {
    let finding = self.finding(nil, pages: true)
    #expect(finding?.severity == .warning)
    #expect(finding?.what.contains("no page of Galileo") == true)
  }

  @Test func saysHowManySatellitesAreSigned() {
    var authentication = FixAuthentication(.verified, satellitesAuthenticated: 6)
    (authentication.galileoUsed, authentication.clockDifference) = (8, 0.4)
    let finding = self.finding(authentication, pages: true)
    #expect(finding?.severity == .good && finding?.what == "6 of 8 Galileo satellites signed")
  }

  @Test func leavesForgedDataToTheirWarning() {
    #expect(finding(FixAuthentication(.failed), pages: true) == nil)
  }

  @Test(arguments: FixAuthentication.Reason.allCases.filter { $0 != .noPages })
  func saysWhyNothingIsVerified(reason: FixAuthentication.Reason) throws {
    let finding = try #require(
      self.finding(FixAuthentication(.unknown, reason: reason), pages: true))
    #expect(finding.severity == (reason == .waiting ? .good : .warning))
    #expect(finding.what.contains(reason.meaning) && finding.why?.hasSuffix(".") == true)
  }
}
