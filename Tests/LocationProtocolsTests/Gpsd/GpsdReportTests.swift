// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationProtocols
import NMEA0183
import Testing

/// Reports written as lines, and lines read as reports.
@Suite struct GpsdReportTests {
  private static func line(_ report: GpsdReport) -> String {
    var bytes: [UInt8] = []
    report.append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A fix of a receiver that reports GST: 3 m along each axis, 5 m in height.
  private static func events() -> [ReceiverReport] {
    let lines = [
      "GPRMC,120000.500,A,4730.0000,N,00830.0000,E,10.0,090.0,150625,,,A",
      "GPGGA,120000.500,4730.0000,N,00830.0000,E,2,07,1.1,400.0,M,48.0,M,3.0,0120",
      "GPGST,120000.500,5.0,3.0,3.0,0.0,3.0,3.0,5.0",
      "GPGSA,A,3,05,10,,,,,,,,,,,1.9,1.1,1.5",
      "GPGSV,1,1,03,05,40,120,41,10,10,300,,33,30,200,38",
    ]
    var bytes: [UInt8] = []
    for line in lines {
      let checksum = line.utf8.reduce(0, ^)
      let digits = String(checksum, radix: 16, uppercase: true)
      bytes += Array("$\(line)*\(digits.count == 1 ? "0" : "")\(digits)\r\n".utf8)
    }
    var (pipeline, events): (FixPipeline, [ReceiverReport]) = (FixPipeline(), [])
    pipeline.push(bytes.span.bytes) { events.append($0) }
    pipeline.finish { events.append($0) }
    return events
  }

  private static func fix() throws -> Fix {
    let fixes = events().compactMap { if case .fix(let fix) = $0 { fix } else { nil } }
    return try #require(fixes.last)
  }

  @Test func writesAFixInGpsdsUnitsAndRounding() throws {
    // 3 m along each axis are 5.880 m at 95 %, and a radius of 7.343 m; the intermediate radius at 68 % is accurate to
    // 0.2 %. 5 m in height are 9.800 m. 95 % of 400,000 drawn positions are within 10.97 m; `sep` is accurate to 2 %.
    #expect(
      Self.line(.tpv(TPV(try Self.fix(), device: "/dev/ttyUSB0"))) == """
        {"class":"TPV","device":"/dev/ttyUSB0","mode":3,"status":2,"time":"2025-06-15T12:00:00.500Z",\
        "lat":47.500000000,"lon":8.500000000,"altHAE":448.0000,"altMSL":400.0000,"alt":400.0000,\
        "epx":5.879,"epy":5.879,"epv":9.800,"eph":7.342,"track":90.0000,"speed":5.144,"geoidSep":48.000,\
        "sep":10.994,"dgpsAge":3.0,"dgpsSta":120}\r\n
        """)
  }

  @Test func writesEachSatelliteOnceWithGpsdsNumbers() throws {
    let skies = Self.events().compactMap {
      if case .satellites(let sky) = $0 { sky } else { nil }
    }
    let sky = try #require(skies.last)
    var fix = try Self.fix()
    fix.time = nil
    let report = SKY(sky, for: fix, device: "/dev/a")
    #expect(
      Self.line(.sky(report)) == """
        {"class":"SKY","device":"/dev/a","vdop":1.50,"hdop":1.10,"pdop":1.90,"nSat":3,"uSat":2,"satellites":[\
        {"PRN":5,"el":40.0,"az":120.0,"ss":41.0,"used":true,"gnssid":0,"svid":5},\
        {"PRN":10,"el":10.0,"az":300.0,"used":true,"gnssid":0,"svid":10},\
        {"PRN":120,"el":30.0,"az":200.0,"ss":38.0,"used":false,"gnssid":1,"svid":120}]}\r\n
        """)
    let lost = Self.line(.sky(SKY(sky, for: nil, device: "/dev/a")))
    #expect(lost.contains(#""nSat":3,"uSat":0,"#))
    #expect(!lost.contains("dop") && !lost.contains("true"))
  }

  /// What gpsd 3.22 reports for the same sentences: GSA lists all but 33, and GSV repeats 3 on L2C.
  @Test func computesTheDilutionsThatReceiversDoNotReport() {
    let places: [(number: UInt16, elevation: Int8, azimuth: UInt16)] = [
      (3, 43, 263), (4, 16, 2), (7, 30, 225), (8, 57, 66), (11, 16, 267), (12, 59, 156),
    ]
    var elements = places.map { place in
      var element = SatelliteInView(SatelliteID(system: .gps, number: place.number))
      (element.elevation, element.azimuth, element.signal) = (place.elevation, place.azimuth, 1)
      element.carrierToNoise = 30
      return element
    }
    var second = elements[0]
    (second.signal, second.carrierToNoise) = (6, 44)
    elements.append(second)
    var augmentation = SatelliteInView(SatelliteID(system: .sbas, number: 46))
    (augmentation.elevation, augmentation.azimuth) = (40, 30)
    let fix = Fix(time: nil, latitude: 47, longitude: 8)
    var used = SatelliteSet()
    for element in elements { used.insert(element.satellite) }
    func line(_ elements: [SatelliteInView]) -> String {
      Self.line(.sky(SKY(SatellitesInView(elements, used: used), for: fix, device: nil)))
    }
    used.insert(augmentation.satellite)
    let complete = line(elements + [augmentation])
    let lost = SKY(SatellitesInView(elements + [augmentation], used: used), for: nil, device: nil)
    #expect(lost.geometry == nil && !lost.satellites.contains(where: \.isUsed))
    #expect(
      complete.hasPrefix(
        #"{"class":"SKY","xdop":1.36,"ydop":1.23,"vdop":3.14,"tdop":2.14,"hdop":1.83,"gdop":4.21,"pdop":3.63,"nSat":7,"#
      ))
    #expect(complete.contains(#""ss":44.0,"used":true,"gnssid":0,"svid":3,"sigid":3}"#))
    #expect(complete.contains(#""PRN":133,"el":40.0,"az":30.0,"used":true,"gnssid":1,"svid":133}"#))
    // One that is used could be anywhere.
    #expect(!line(elements).contains("dop"))
    used = SatelliteSet()
    for element in elements.prefix(3) { used.insert(element.satellite) }
    #expect(!line(elements).contains("dop"))
  }

  @Test func passesOnWhatGSTSays() throws {
    let statistics = try #require(
      Self.events().lazy.compactMap {
        if case .errorStatistics(let statistics) = $0 { statistics } else { nil }
      }.first)
    let line = Self.line(.gst(GST(statistics, device: "/dev/a")))
    #expect(
      line == """
        {"class":"GST","device":"/dev/a","time":"2025-06-15T12:00:00.500Z","rms":5.000,"major":3.000,"minor":3.000,\
        "orient":0.000,"lat":3.000,"lon":3.000,"alt":5.000}\r\n
        """)
    #expect(GpsdReport(line: line.utf8.dropLast(2)) == .gst(GST(statistics, device: "/dev/a")))
    #expect(GpsdReport(line: #"{"class":"GST","rms":5.000}"#.utf8) == nil)
  }

  @Test func leavesOutWhatIsUnknown() {
    #expect(Self.line(.tpv(TPV(device: nil, mode: .noFix))) == "{\"class\":\"TPV\",\"mode\":1}\r\n")
    #expect(Self.line(.sky(SKY(device: nil))) == "{\"class\":\"SKY\",\"nSat\":0,\"uSat\":0}\r\n")
  }

  @Test(
    arguments: [
      ("not a number", Double.nan, false), ("infinite", .infinity, false), ("huge", 1e300, false),
      ("rounded to zero", 0.000_000_000_4, true), ("just below zero", -0.25, true),
    ] as [(why: String, value: Double, isWritten: Bool)])
  func writesNoNumberThatIsNone(why: String, value: Double, isWritten: Bool) {
    var report = TPV(device: nil, mode: .threeDimensional)
    report.latitude = value
    #expect(Self.line(.tpv(report)).contains("\"lat\"") == isWritten)
    #expect(!Self.line(.tpv(report)).contains("nan"))
  }

  @Test func tellsALostDevice() {
    var device = GpsdDevice(path: "/dev/ttyUSB0")
    device.rate = 9600
    device.isLost = true
    #expect(
      Self.line(.device(device))
        == "{\"class\":\"DEVICE\",\"path\":\"/dev/ttyUSB0\",\"activated\":0}\r\n")
  }

  @Test func writesADeviceThatTalks() {
    var device = GpsdDevice(path: "/dev/ttyUSB0")
    (device.driver, device.rate, device.cycle) = ("NMEA0183", 9600, 1)
    device.activated = "2025-06-15T12:00:00.500Z"
    #expect(
      Self.line(.devices([device])) == """
        {"class":"DEVICES","devices":[{"class":"DEVICE","path":"/dev/ttyUSB0","driver":"NMEA0183","readonly":true,\
        "activated":"2025-06-15T12:00:00.500Z","flags":1,"native":0,"bps":9600,"parity":"N","stopbits":1,"cycle":1.00}]}\r\n
        """)
  }

  /// `gpsprof` reads the cycle of every device that has a rate.
  @Test func writesACycleBesideEveryRate() {
    var device = GpsdDevice(path: "/dev/a")
    #expect(!Self.line(.device(device)).contains("cycle"))
    device.rate = 9600
    #expect(Self.line(.device(device)).contains(#""stopbits":1,"cycle":1.00}"#))
    device.cycle = 0.2
    #expect(Self.line(.device(device)).contains(#""cycle":0.20}"#))
  }

  @Test func escapesWhatStrangersSay() {
    #expect(
      Self.line(.error("Unrecognized request '?FOO;\n\u{1b}\"'"))
        == "{\"class\":\"ERROR\",\"message\":\"Unrecognized request '?FOO;\\n\\u001b\\\"'\"}\r\n")
  }

  /// gpsd has no member for them; its clients ignore those that they do not know.
  @Test func writesAndReadsWarnings() throws {
    var fix = try Self.fix()
    fix.warnings = FixWarnings(.positionJump).union(FixWarnings(.frozen))
    let line = Self.line(.tpv(TPV(fix, device: nil)))
    #expect(line.contains(#","warnings":["positionJump","frozen"]}"#))
    guard case .tpv(let tpv)? = GpsdReport(line: Array(line.utf8.dropLast(2))) else {
      Issue.record("no TPV")
      return
    }
    #expect(tpv.fix?.warnings == fix.warnings)
  }

  @Test func writesAndReadsWhetherSatellitesAreSigned() throws {
    var fix = try Self.fix()
    fix.authentication = FixAuthentication(.unknown, reason: .clockNotSynchronized)
    let line = Self.line(.tpv(TPV(fix, device: nil)))
    #expect(
      line.contains(
        #","authentication":{"status":"unknown","reason":"clockNotSynchronized","satellitesAuthenticated":0}}"#
      ))
    guard case .tpv(let tpv)? = GpsdReport(line: Array(line.utf8.dropLast(2))) else {
      Issue.record("no TPV")
      return
    }
    #expect(tpv.fix?.authentication == fix.authentication)
  }

  @Test func readsWhatItWrites() throws {
    let tpv = TPV(try Self.fix(), device: "/dev/a")
    var bytes: [UInt8] = []
    GpsdReport.poll(
      time: "2025-06-15T12:00:00.500Z", active: 1, tpv: [tpv], gst: [], sky: [SKY(device: nil)]
    )
    .append(to: &bytes)
    guard case .poll(_, 1, let reports, _, let skies)? = GpsdReport(line: bytes.dropLast(2)) else {
      Issue.record("no POLL")
      return
    }
    #expect(reports.first?.latitude == 47.5)
    #expect(reports.first?.mode == .threeDimensional)
    #expect(skies.first?.satellites == [])
  }

  @Test(
    arguments: [
      ("empty", ""), ("no object", "[1]"), ("no class", "{\"mode\":3}"),
      ("cut off", "{\"class\":\"TPV\""),
      ("deep", String(repeating: "[", count: 9000)),
      ("a device without a path", "{\"class\":\"DEVICE\"}"),
      (
        "longer than any",
        "{\"class\":\"TPV\",\"device\":\"\(String(repeating: "a", count: 10_240))\"}"
      ),
    ])
  func readsNothingFromADamagedLine(why: String, line: String) {
    #expect(GpsdReport(line: line.utf8) == nil)
  }

  @Test(arguments: [
    (
      UTCTime(hour: 23, minute: 59, second: 59, nanosecond: 999_999_999), "2290-12-31T23:59:59.999Z"
    ),
    (UTCTime(hour: 23, minute: 59, second: 60), "2291-01-01T00:00:00.000Z"),
  ])
  func writesTimesThatNoIntegerCounts(time: UTCTime?, expected: String) throws {
    let date = CivilDate(year: 2290, month: 12, day: 31)
    #expect(FixTime(date: date, time: try #require(time)).iso8601 == expected)
  }

  @Test func takesNumbersThatNothingMeasuresForUnknown() throws {
    let line = #"""
      {"class":"TPV","mode":3,"time":"2025-06-15T12:00:00.000Z","lat":47.5,"lon":8.5,"altMSL":1e300,\#
      "altHAE":-1e300,"geoidSep":2e19,"speed":2e19,"climb":-2e19,"eph":2e19,"epx":2e19,"epy":2e19,\#
      "epv":2e19,"eps":2e19,"epd":2e19,"dgpsAge":2e19,"dgpsSta":2e18}
      """#
    guard case .tpv(let report)? = GpsdReport(line: line.utf8) else {
      Issue.record("no TPV")
      return
    }
    let fix = try #require(report.fix)
    var bare = Fix(time: fix.time, latitude: 47.5, longitude: 8.5)
    bare.mode = .threeDimensional
    #expect(fix == bare)
  }

  @Test func takesSatellitesThatNoReceiverHearsForUnknown() {
    let line = #"""
      {"class":"SKY","nSat":9e15,"uSat":-9e15,"hdop":1e300,"satellites":[{"PRN":5,"el":1e300,"az":-1e300,\#
      "ss":1e300,"gnssid":0,"svid":5},{"PRN":9e18,"gnssid":1,"svid":9e18}]}
      """#
    guard case .sky(let report)? = GpsdReport(line: line.utf8) else {
      Issue.record("no SKY")
      return
    }
    #expect(report.seen == nil && report.used == nil && report.horizontalDilution == nil)
    #expect(
      report.satellitesInView.satellites == [SatelliteInView(SatelliteID(system: .gps, number: 5))])
  }

  @Test func readsNumbersOfAnySize() {
    let line = "{\"class\":\"TPV\",\"mode\":1e99,\"status\":-7.5,\"lat\":1e-300}"
    guard case .tpv(let report)? = GpsdReport(line: line.utf8) else {
      Issue.record("no TPV")
      return
    }
    #expect(report.mode == .unknown)
    #expect(report.status == nil)
    #expect(report.latitude == 1e-300)
  }
}
