// Core Location for Linux. SPDX-License-Identifier: MIT

import ReceiverConfiguration
import SerialLine
import TestSupport
import Testing

private func asking(_ change: (inout ConfigurationRequest) -> Void) -> ConfigurationRequest {
  var request = ConfigurationRequest()
  change(&request)
  return request
}

@Suite struct ConfigurationPlanTests {
  private func profile(
    _ dialect: ReceiverDialect, _ kind: FakeReceiver.Kind, rate: BaudRate? = .b9600,
    isBinary: Bool = false
  ) -> ReceiverProfile {
    ReceiverProfile(dialect, baudRate: rate, output: heard(kind, isBinary: isBinary))
  }

  private func meanings(_ plan: ConfigurationPlan) -> [String] { plan.steps.map(\.command.meaning) }

  @Test func raisesTheBaudRateFirst() throws {
    let plan = try ConfigurationPlan(
      asking {
        $0.epochRate = 10
        $0.baudRate = .b115200
        $0.enabled = [.gst, .zda]
        $0.disabled = [.gll]
      }, for: profile(.mediatek, .mediatek))
    #expect(
      meanings(plan) == ["115200 baud", "GLL off, GST on, ZDA on", "one epoch every 100 ms"])
    #expect(
      plan.steps.map { $0.undo.map { text($0.bytes) } } == [
        "$PMTK251,9600*17", "$PMTK314,1,1,0,1,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0*28", "$PMTK220,1000*1F",
      ])
    #expect(plan.expectation.epochRate == 10 && plan.expectation.absent == [.gll])
  }

  @Test func lowersTheBaudRateLast() throws {
    let plan = try ConfigurationPlan(
      asking {
        $0.epochRate = 0.5
        $0.baudRate = .b9600
      }, for: profile(.mediatek, .mediatek, rate: .b38400))
    #expect(meanings(plan) == ["one epoch every 2000 ms", "9600 baud"])
  }

  // MARK: Pages of signed messages

  @Test func turnsOnTheSatellitesMessages() throws {
    var profile = profile(.ubloxMessages, .ublox8, rate: .b38400)
    profile.answers = [.ubx(UBXFrame(.port, UBloxPortSettings.factory(.b38400).payload))]
    let request = asking { $0.sendsPages = true }
    let plan = try ConfigurationPlan(request, for: profile)
    #expect(meanings(plan) == ["RXM-SFRBX on"])
    #expect(
      plan.steps.first?.command.bytes.prefix(9) == [0xB5, 0x62, 0x06, 0x01, 3, 0, 0x02, 0x13, 1])
    #expect(
      plan.steps.first?.undo?.bytes.prefix(9) == [0xB5, 0x62, 0x06, 0x01, 3, 0, 0x02, 0x13, 0])
    // A port that sends sentences alone sends UBX, too.
    var settings = UBloxPortSettings.factory(.b38400)
    settings.sendsFrames = false
    profile.answers = [.ubx(UBXFrame(.port, settings.payload))]
    #expect(
      meanings(try ConfigurationPlan(request, for: profile)) == ["UBX as output", "RXM-SFRBX on"])
  }

  @Test(arguments: [
    (UBloxKey.Port.uart1, [0x32, 0x02, 0x91, 0x20]), (.usb, [0x34, 0x02, 0x91, 0x20]),
  ])
  func turnsOnTheSatellitesMessagesByTheirKey(port: UBloxKey.Port, key: [UInt8]) throws {
    let plan = try ConfigurationPlan(
      asking { $0.sendsPages = true }, for: profile(.ubloxValues(port), .ublox10, rate: nil))
    #expect(meanings(plan) == ["UBX as output", "RXM-SFRBX on"])
    let bytes = try #require(plan.steps.last?.command.bytes)
    #expect(Array(bytes[10..<15]) == key + [1])
  }

  @Test func saysWhichRateTheSatellitesMessagesTake() throws {
    var profile = profile(.ubloxMessages, .ublox8, rate: .b9600)
    profile.answers = [.ubx(UBXFrame(.port, UBloxPortSettings.factory(.b9600).payload))]
    let failure = #expect(throws: ConfigurationFailure.self) {
      try ConfigurationPlan(asking { $0.sendsPages = true }, for: profile)
    }
    #expect(failure?.line(for: "/dev/a").contains("add --baud 19200 or more") == true)
    let plan = try ConfigurationPlan(
      asking {
        $0.sendsPages = true
        $0.baudRate = .b38400
      }, for: profile)
    #expect(meanings(plan) == ["38400 baud", "RXM-SFRBX on"])
  }

  @Test(arguments: [
    (ReceiverDialect.mediatek, FakeReceiver.Kind.mediatek), (.ubloxSentences, .ublox8),
  ])
  func hasNoSatellitesMessagesWithoutUBX(dialect: ReceiverDialect, kind: FakeReceiver.Kind) throws {
    #expect(throws: ConfigurationFailure.self) {
      try ConfigurationPlan(
        asking { $0.sendsPages = true }, for: profile(dialect, kind, rate: .b115200))
    }
  }

  @Test func putsBackWhatMediaTekAnswered() throws {
    var profile = profile(.mediatek, .mediatek)
    profile.answers = [.sentence("$PMTK514,0,1,1,1,1,5,0,0,0,0,0,0,0,0,0,0,0,0,0*2B")]
    let plan = try ConfigurationPlan(asking { $0.enabled = [.gst] }, for: profile)
    let step = try #require(plan.steps.first)
    #expect(text(step.command.bytes).hasPrefix("$PMTK314,0,1,1,1,1,5,0,1,0,"))
    #expect(step.undo.map { text($0.bytes).hasPrefix("$PMTK314,0,1,1,1,1,5,0,0,0,") } == true)
  }

  @Test func putsBackWhatUBloxAnswered() throws {
    var profile = profile(.ubloxMessages, .ublox8)
    profile.answers = [
      .ubx(UBXFrame(.port, UBloxPortSettings.factory(.b9600).payload)),
      .ubx(UBXFrame(.rate, bytes("E803 0100 0000"))),
      .ubx(UBXFrame(.messageRate, bytes("F007 000000000000"))),
    ]
    let plan = try ConfigurationPlan(
      asking {
        $0.enabled = [.gst]
        $0.epochRate = 2
        $0.isStored = true
      }, for: profile)
    #expect(meanings(plan) == ["GST on", "one epoch every 500 ms"])
    // The time reference stays as the receiver answered it: 0, UTC.
    #expect(Array(plan.steps[1].command.bytes[6..<12]) == bytes("F401 0100 0000"))
    #expect(plan.steps[0].undo?.bytes == FakeReceiver.ubx(6, 1, bytes("F007 000000000000")))
    #expect(plan.steps[1].undo?.bytes == FakeReceiver.ubx(6, 8, bytes("E803 0100 0000")))
    #expect(plan.storing.map(\.command) == [UBloxCommands.store])
  }

  @Test func setsValuesByTheirKeys() throws {
    var profile = profile(.ubloxValues(.uart1), .ublox10, rate: .b38400)
    profile.answers = [.ubx(UBXFrame(.getValues, bytes("01000000 01002130 E803")))]
    let plan = try ConfigurationPlan(
      asking {
        $0.epochRate = 5
        $0.isStored = true
      }, for: profile)
    #expect(plan.steps.map(\.command.bytes) == [bytes("B562068A0A000001000001002130C800B581")])
    #expect(
      plan.steps[0].undo?.bytes == FakeReceiver.ubx(6, 0x8A, bytes("00010000 01002130 E803")))
    #expect(plan.storing.map(\.isOptional) == [false, true])
  }

  @Test func returnsUBloxToSentences() throws {
    var profile = profile(.ubloxMessages, .ublox8, isBinary: true)
    var port = UBloxPortSettings.factory(.b9600)
    port.sendsSentences = false
    profile.answers = [.ubx(UBXFrame(.port, port.payload))]
    let plan = try ConfigurationPlan(asking { $0.sendsSentences = true }, for: profile)
    #expect(
      meanings(plan) == [
        "sentences as output", "NAV-PVT off", "GGA on", "RMC on", "GSA on", "GSV on", "VTG on",
      ])
    #expect(plan.steps[0].undo?.bytes == FakeReceiver.ubx(6, 0, port.payload))
  }

  @Test func returnsSiRFToSentencesInOneMessage() throws {
    let plan = try ConfigurationPlan(
      asking {
        $0.sendsSentences = true
        $0.baudRate = .b9600
      }, for: profile(.sirf, .sirf, rate: .b38400, isBinary: true))
    #expect(plan.steps.count == 1)
    #expect(plan.steps[0].command.newRate == .b9600)
    #expect(
      plan.steps[0].undo.map { text($0.bytes) }
        == text(FakeReceiver.sentence("PSRF100,0,38400,8,1,0")))
  }

  @Test(
    arguments: [
      (
        "too much for the line", .mediatek, .mediatek, asking { $0.epochRate = 10 },
        "add --baud 38400 or more"
      ),
      (
        "GST by SiRF", .sirf, .sirf, asking { $0.enabled = [.gst] },
        "GST is not supported for receivers by SiRF"
      ),
      ("epoch rate by SiRF", .sirf, .sirf, asking { $0.epochRate = 2 }, "--rate is not supported"),
      (
        "storing in SiRF", .sirf, .sirf,
        asking {
          $0.enabled = [.zda]
          $0.isStored = true
        }, "--save is not supported"
      ),
      (
        "storing in MediaTek", .mediatek, .mediatek,
        asking {
          $0.disabled = [.gll]
          $0.isStored = true
        }, "--save is not supported"
      ),
      (
        "GNS by MediaTek", .mediatek, .mediatek, asking { $0.enabled = [.gns] },
        "GNS is not supported"
      ),
      (
        "an odd rate by MediaTek", .mediatek, .mediatek,
        asking { $0.baudRate = BaudRate(rawValue: 12345) }, "12345 baud is not supported"
      ),
      (
        "an epoch rate in sentences", .ubloxSentences, .ubloxSentences,
        asking { $0.epochRate = 0.5 },
        "an epoch rate through a port without UBX is not supported"
      ),
      (
        "a rate for USB", .ubloxValues(.usb), .ublox10, asking { $0.baudRate = .b38400 },
        "no baud rate"
      ),
    ]
      as [(
        String, ReceiverDialect, FakeReceiver.Kind, ConfigurationRequest, String
      )])
  func refuses(
    name: String, dialect: ReceiverDialect, kind: FakeReceiver.Kind,
    request: ConfigurationRequest, words: String
  ) {
    let failure = #expect(throws: ConfigurationFailure.self) {
      try ConfigurationPlan(request, for: profile(dialect, kind))
    }
    #expect(failure?.isRequestAtFault == true)
    #expect(
      failure?.line(for: "/dev/x").contains(words) == true, "\(failure?.line(for: "/dev/x") ?? "")")
  }

  @Test func asksForTheFlagBeforeItLeavesABinaryProtocol() {
    let failure = #expect(throws: ConfigurationFailure.self) {
      try ConfigurationPlan(
        asking { $0.enabled = [.zda] }, for: profile(.sirf, .sirf, isBinary: true))
    }
    #expect(
      failure?.line(for: "/dev/x")
        == "cannot configure /dev/x: the receiver sends SiRF binary and no sentences; add --nmea")
  }

  @Test func doesNotCountBytesOnAPortWithoutARate() throws {
    let plan = try ConfigurationPlan(
      asking { $0.epochRate = 10 }, for: profile(.ubloxMessages, .ublox8, rate: nil))
    #expect(meanings(plan) == ["one epoch every 100 ms"])
  }
}
