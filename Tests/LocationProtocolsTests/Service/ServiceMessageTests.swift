// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationProtocols
import NMEA0183
import Testing

/// Messages written as lines, and lines read as messages.
@Suite struct ServiceMessageTests {
  private static func line(_ message: ServiceMessage) -> String {
    var bytes: [UInt8] = []
    message.append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func fix() throws -> Fix {
    let time = try #require(UTCTime(hour: 6, minute: 32, second: 20))
    var fix = Fix(
      time: FixTime(
        date: CivilDate(year: 2025, month: 6, day: 15), time: time, isRolloverCorrected: true),
      latitude: -33.8574712, longitude: 151.2143848)
    (fix.altitude, fix.horizontalAccuracy) = (8.6, 2.5)
    fix.horizontalAccuracySource = .pseudorangeStatistics
    (fix.course, fix.mode, fix.quality) = (0, .threeDimensional, .simulated)
    (fix.satellitesUsed, fix.satellitesInView) = (17, 18)
    return fix
  }

  private static let fixMembers =
    #""timestamp":"2025-06-15T06:32:20.000Z","latitude":-33.8574712,"longitude":151.2143848,"#
    + #""altitude":8.6,"course":0,"horizontalAccuracy":2.5,"horizontalAccuracySource":"GST","#
    + #""quality":"simulated","mode":"3D","satellitesUsed":17,"satellitesInView":18,"#
    + #""simulated":true,"rolloverCorrected":true"#

  @Test func takesNumbersThatNothingMeasuresForUnknown() throws {
    let line = #"""
      {"class":"fix","latitude":47.5,"longitude":8.5,"altitude":1e300,"speed":2e19,"verticalSpeed":-2e19,\#
      "horizontalAccuracy":2e19,"verticalAccuracy":2e19,"speedAccuracy":2e19,"courseAccuracy":2e19,"hdop":2e19,\#
      "correctionAge":-2e19,"correctionStation":2e18,"age":2e19}
      """#
    let bare = Fix(time: nil, latitude: 47.5, longitude: 8.5)
    #expect(ServiceMessage(line: line.utf8) == .report(.fix(bare), device: nil))
    let exchange = #"""
      {"class":"exchange","corrections":{"state":"receiving","bytesPerSecond":1e300,"baseDistance":2e19,\#
      "age":2e19,"station":2e18}}
      """#
    let report = CorrectionReport(state: "receiving", source: "", explanation: "receiving")
    #expect(ServiceMessage(line: exchange.utf8) == .exchange(ExchangeReport(corrections: report)))
  }

  @Test func aFixIsWhatReplayPrintsWithItsReceiver() throws {
    let message = ServiceMessage.report(.fix(try Self.fix()), device: "/dev/ttyUSB0")
    let line = Self.line(message)
    #expect(line == #"{"class":"fix",\#(Self.fixMembers),"device":"/dev/ttyUSB0"}"# + "\n")
    #expect(ServiceMessage(line: line.dropLast().utf8) == message)
  }

  @Test func theLastFixHasAnAge() throws {
    let message = ServiceMessage.lastFix(try Self.fix(), device: nil, age: 3.25)
    #expect(Self.line(message) == #"{"class":"fix",\#(Self.fixMembers),"age":3.250}"# + "\n")
    #expect(ServiceMessage(line: Self.line(message).dropLast().utf8) == message)
  }

  @Test func aTimeWithoutDateIsATimeOfDay() throws {
    let time = try #require(UTCTime(hour: 6, minute: 32, second: 20, nanosecond: 50_000_000))
    let message = ServiceMessage.report(.fixLost(FixTime(date: nil, time: time)))
    #expect(Self.line(message) == #"{"class":"fixLost","timeOfDay":"06:32:20.050"}"# + "\n")
    #expect(ServiceMessage(line: Self.line(message).dropLast().utf8) == message)
    #expect(Self.line(.report(.fixLost(nil))) == #"{"class":"fixLost"}"# + "\n")
  }

  @Test func everyMessageComesBack() throws {
    var state = StateReport(state: "busy", code: .trouble)
    (state.device, state.model, state.rate) = ("/dev/ttyACM0", "u-blox 8", 9600)
    (state.owner, state.group, state.secondsWaited) = ("root", "dialout", 12.5)
    state.holders = [StateReport.Holder(pid: 12, name: "gpsd")]
    (state.binaryProtocol, state.explanation, state.satellitesInView) = ("UBX", "say \"no\"", 3)
    var used = SatelliteSet()
    var satellite = SatelliteInView(SatelliteID(system: .galileo, number: 12))
    (satellite.signal, satellite.elevation, satellite.azimuth) = (7, -5, 359)
    satellite.carrierToNoise = 41.5
    used.insert(satellite.satellite)
    let unused = SatelliteInView(SatelliteID(system: .navIC, number: 2))
    var heading = Heading(.magneticNorth, at: try Self.fix().time)
    (heading.trueHeading, heading.magneticHeading) = (12.5, 359.9999)
    let clients = [
      ServiceClient(uid: 1000, pid: 77, name: "maps", protocolName: "gpsd", since: "2025-06-15"),
      ServiceClient(uid: 0, pid: nil, name: nil, protocolName: "nmea", since: nil),
    ]
    var silent = ReceiverSummary(
      device: "/dev/ttyUSB0", model: "u-blox 9", role: .standby, state: "silent")
    (silent.explanation, silent.replacement, silent.timesLeft) = ("check its cable", "/dev/b", 2)
    var active = ReceiverSummary(device: "/dev/b", role: .active, state: "fix")
    (active.used, active.heard, active.accuracy, active.age) = (9, 21, 2.5, 0.2)
    (active.distance, active.warnings) = (12.5, FixWarnings(.frozen))
    let messages: [ServiceMessage] = [
      .receivers([silent, active]), .receivers([]),
      .notice(.outlier("/dev/a", meters: 2100)), .notice(.jump(to: "/dev/a", meters: 12.5)),
      .notice(.disagreement("/dev/a", "/dev/b", meters: 150)),
      .notice(.replaced("/dev/a", isGone: true, by: "/dev/b")),
      .notice(.replaced("/dev/a", isGone: false, by: "/dev/b")), .notice(.returned("/dev/a")),
      .service(protocolVersion: 1, version: "0.4", device: "/dev/ttyUSB0"),
      .service(protocolVersion: 1, version: "0.4", device: nil),
      .report(.satellites(SatellitesInView([satellite, unused], used: used))),
      .report(.heading(heading)),
      .state(state), .state(StateReport(state: "searching", code: .noReceiver)),
      .authorization(ServiceAuthorization(.denied, accuracy: .reduced, text: "run \u{1B}[2J")),
      .authorization(ServiceAuthorization(.authorized)), .clients(clients, count: 2),
      .error("no such class"),
    ]
    for message in messages {
      let line = Self.line(message)
      #expect(ServiceMessage(line: line.dropLast().utf8) == message)
      #expect(line.utf8.dropLast().allSatisfy { (0x20..<0x7F).contains($0) }, "\(line)")
    }
  }

  @Test func aNoticeHasItsTextForPeople() {
    #expect(
      Self.line(.notice(.outlier("/dev/ttyUSB1", meters: 2100)))
        == #"{"class":"notice","notice":"outlier","receiver":"/dev/ttyUSB1","meters":2100.0,"#
        + #""text":"/dev/ttyUSB1 is not used: it is 2100 m from two other receivers, which agree"}"#
        + "\n")
  }

  @Test(
    arguments: [
      ("nothing", ""), ("not JSON", "$GPRMC,"), ("no object", "[1]"),
      ("no class", #"{"latitude":1}"#), ("cut off", #"{"class":"fix""#),
      (
        "a fix with what is no time", #"{"class":"fix","timestamp":"x","latitude":1,"longitude":2}"#
      ),
      ("a fix without a place", #"{"class":"fix","timeOfDay":"06:32:20.000"}"#),
      (
        "a place that is not on the Earth",
        #"{"class":"fix","timeOfDay":"06:32:20.000","latitude":91,"longitude":2}"#
      ),
      ("a state without a name", #"{"class":"state","code":"fix"}"#),
      ("a notice of an unknown name", #"{"class":"notice","notice":"asleep","receiver":"a"}"#),
      ("a notice of nobody", #"{"class":"notice","notice":"returned"}"#),
      (
        "a notice of one of two",
        #"{"class":"notice","notice":"disagreement","receiver":"a","meters":1}"#
      ),
      (
        "a jump to another planet",
        #"{"class":"notice","notice":"jump","receiver":"a","meters":1e300}"#
      ),
      ("nested too deeply", #"{"class":"x","y":"# + String(repeating: "[", count: 4000)),
      ("too long", #"{"class":"error","message":""# + String(repeating: "x", count: 9000) + "\"}"),
    ])
  func isNotRead(reason: String, line: String) {
    #expect(ServiceMessage(line: line.utf8) == nil, "\(reason)")
  }

  @Test func whatIsUnknownIsIgnored() {
    #expect(ServiceMessage(line: #"{"class":"weather","rain":[{}]}"#.utf8) == .other("weather"))
    #expect(
      ServiceMessage(line: #"{"class":"state","state":"tired","code":"new","of":null}"#.utf8)
        == .state(StateReport(state: "tired", code: .starting)))
    // An unknown status counts as denied.
    #expect(
      ServiceMessage(line: #"{"class":"authorization","status":"perhaps"}"#.utf8)
        == .authorization(ServiceAuthorization(.denied, accuracy: .reduced)))
  }

  /// More satellites and clients than fit into a line.
  @Test func noLineIsTooLong() {
    var satellites: [SatelliteInView] = []
    var used = SatelliteSet()
    for number in 0..<200 {
      let system: SatelliteSystem = number < 60 ? .galileo : number < 120 ? .beiDou : .glonass
      let id = SatelliteID(system: system, number: UInt16(number % 60 + 1))
      var satellite = SatelliteInView(id)
      (satellite.signal, satellite.elevation, satellite.azimuth) = (15, 89, 359)
      satellite.carrierToNoise = Float(number % 50) + 0.5
      satellites.append(satellite)
    }
    used.insert(satellites[150].satellite)
    let sky = Self.line(.report(.satellites(SatellitesInView(satellites, used: used))))
    #expect((7500...8193).contains(sky.utf8.count))
    guard case .report(.satellites(let view), _) = ServiceMessage(line: sky.dropLast().utf8) else {
      Issue.record("no satellites")
      return
    }
    #expect(view.satellites.first?.satellite == satellites[150].satellite)
    #expect(view.satellites.dropFirst(4).first?.carrierToNoise == 49.5)
    let client = ServiceClient(
      uid: 1000, pid: 12345, name: String(repeating: "\u{7F}", count: 60), protocolName: "gpsd",
      since: "2025-06-15T06:32:20.000Z")
    let crowd = Self.line(.clients(Array(repeating: client, count: 200), count: 200))
    #expect((7500...8193).contains(crowd.utf8.count))
    guard case .clients(_, let count) = ServiceMessage(line: crowd.dropLast().utf8) else {
      Issue.record("no clients")
      return
    }
    #expect(count == 200)
    var state = StateReport(state: "failed", code: .trouble)
    state.explanation = String(repeating: "\u{202E}", count: 5000)
    #expect(Self.line(.state(state)).utf8.count <= 8193)
  }
}
