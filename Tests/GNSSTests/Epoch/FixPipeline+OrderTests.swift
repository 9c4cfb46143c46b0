// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183
import TestSupport
import Testing

/// The sentences that a receiver sends for every instant, in order.
struct Cycle: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// Returns the sentences of the instant that is a number of seconds after noon.
  let sentences: @Sendable (Int) -> [String]

  init(_ name: String, _ sentences: @escaping @Sendable (Int) -> [String]) {
    testDescription = name
    self.sentences = sentences
  }
}

/// Each instant has one fix, whatever the order of the sentences.
@Suite struct FixPipelineOrderTests {
  static let cycles = [
    Cycle("RMC first") { [rmc(clock($0 * 1000)), vtg(), gga(clock($0 * 1000)), gsa(), gsv()] },
    Cycle("GGA first") { [gga(clock($0 * 1000)), gsa(), gsv(), rmc(clock($0 * 1000)), vtg()] },
    Cycle("GLL last") { [gga(clock($0 * 1000)), rmc(clock($0 * 1000)), gll(clock($0 * 1000))] },
    Cycle("GSV in the middle") { [gga(clock($0 * 1000)), gsv(), gsv(), rmc(clock($0 * 1000))] },
    Cycle("GNS, VTG and ZDA only") { [gns(clock($0 * 1000)), vtg(), zda(clock($0 * 1000))] },
    Cycle("ZDA first") { [zda(clock($0 * 1000)), gns(clock($0 * 1000)), vtg()] },
    Cycle("GLL only") { [gll(clock($0 * 1000))] },
    Cycle("RMC only") { [rmc(clock($0 * 1000))] },
    Cycle("GGA only") { [gga(clock($0 * 1000))] },
    Cycle("GGA twice") { [gga(clock($0 * 1000)), rmc(clock($0 * 1000)), gga(clock($0 * 1000))] },
    Cycle("the same group twice") {
      [gga(clock($0 * 1000)), rmc(clock($0 * 1000)), gga(clock($0 * 1000)), rmc(clock($0 * 1000))]
    },
    Cycle("GST first") { [gst(clock($0 * 1000)), gga(clock($0 * 1000)), rmc(clock($0 * 1000))] },
    Cycle("VTG and GSA first") { [vtg(), gsa(), rmc(clock($0 * 1000)), gga(clock($0 * 1000))] },
    Cycle("two GSA") { [gga(clock($0 * 1000)), gsa(), gsa([65, 66], talker: "GL"), gsv()] },
    Cycle("RMC with every third instant") {
      [gga(clock($0 * 1000))] + ($0 % 3 == 0 ? [rmc(clock($0 * 1000))] : [])
    },
    Cycle("times with and without decimals") {
      [gga(String(clock($0 * 1000).prefix(6))), rmc(clock($0 * 1000))]
    },
  ]

  @Test(arguments: cycles) func thereIsOneFixForEachInstant(cycle: Cycle) {
    let listener = Listener(hearing: (0..<40).flatMap(cycle.sentences))
    #expect(listener.events.times == (0..<40).map { clock($0 * 1000) })
    #expect(listener.fixes.allSatisfy { $0.latitude == 51.5 && $0.longitude == -0.125 })
    #expect(listener.events.losses.isEmpty)
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func thereIsOneFixForEachInstantInAnyOrder(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let order = (0..<7).shuffled(using: &random).prefix(Int.random(in: 1...7, using: &random))
    let kinds: [@Sendable (String) -> String] = [
      { rmc($0) }, { gga($0) }, { gll($0) }, { _ in vtg() }, { _ in gsa() }, { zda($0) },
      { _ in gsv() },
    ]
    let listener = Listener(
      hearing: (0..<30).flatMap { instant in order.map { kinds[$0](clock(instant * 1000)) } })
    // The first three kinds contain a position.
    let expected = order.contains { $0 < 3 } ? (0..<30).map { clock($0 * 1000) } : []
    #expect(listener.events.times == expected)
    // GGA's altitude and RMC's speed are in every fix, wherever the sentences are.
    #expect(listener.fixes.allSatisfy { ($0.altitude == 40.5) == order.contains(1) })
    if order.contains(0) { #expect(listener.fixes.allSatisfy { $0.course == 90 }) }
  }

  @Test func nothingIsStale() {
    // Each sentence is sent for every second instant only.
    let bodies = (0..<20).flatMap { instant -> [String] in
      let time = clock(instant * 1000)
      return instant % 2 == 0 ? [gga(time), gsa(), gst(time)] : [rmc(time)]
    }
    let fixes = Listener(hearing: bodies).fixes
    #expect(fixes.count == 20)
    for (instant, fix) in fixes.enumerated() {
      let isEven = instant % 2 == 0
      #expect(fix.altitude == (isEven ? 40.5 : nil))
      #expect(fix.ellipsoidalAltitude == (isEven ? 87.75 : nil))
      #expect(fix.geoidSeparation == (isEven ? 47.25 : nil))
      #expect(fix.mode == (isEven ? .threeDimensional : nil))
      #expect(fix.satellitesUsed == (isEven ? 8 : nil))
      #expect((fix.horizontalAccuracy != nil) == isEven)
      #expect((fix.verticalAccuracy != nil) == isEven)
      #expect(fix.dilutionOfPrecision.horizontal == (isEven ? 1.2 : nil))
      #expect(fix.course == (isEven ? nil : 90))
      #expect((fix.speed != nil) == !isEven)
    }
  }

  @Test func emptyFieldsStayEmpty() throws {
    let fix = try #require(
      Listener(hearing: [
        gga(clock(0), satellites: "", hdop: "", altitude: ""),
        rmc(clock(0), speed: "", course: "", date: ""),
      ]).fixes.first)
    #expect(
      fix
        == with(try #require(Listener(hearing: [gll(clock(0))]).fixes.first)) {
          $0.geoidSeparation = 47.25
        })
  }

  @Test func groupsOfSatellitesAreMergedWithoutCountingTwice() throws {
    let fix = try #require(
      Listener(hearing: [
        gga(clock(0), satellites: "04"),
        gsa([3, 7, 11], talker: "GN", system: "1"),
        gsa([65, 66], talker: "GN", system: "2"),
        gsa([3, 301], talker: "GN", system: "3"),
        gsa([3, 7, 19], talker: "GN", system: "1"),
      ]).fixes.first)
    // GPS 3, 7, 11 and 19, GLONASS 1 and 2, Galileo 3 and 1.
    #expect(fix.satellitesUsed == 8)
  }

  @Test func theLargerCountOfSatellitesIsTold() throws {
    let listed = Listener(hearing: [gga(clock(0), satellites: "12"), gsa([3, 7, 11])])
    #expect(try #require(listed.fixes.first).satellitesUsed == 12)
  }

  @Test func theSentenceWithMoreDecimalsGivesThePosition() throws {
    let coarse = "GPRMC,\(clock(0)),A,5130.1,N,00007.6,W,10,90,140625,,,A"
    for bodies in [[coarse, gga(clock(0))], [gga(clock(0)), coarse]] {
      let fix = try #require(Listener(hearing: bodies).fixes.first)
      #expect(fix.latitude == 51.5)
      #expect(fix.longitude == -0.125)
    }
  }

  @Test func rmcComesBeforeVTG() throws {
    for bodies in [
      [gga(clock(0)), vtg(speed: "5", course: "10"), rmc(clock(0), speed: "36")],
      [rmc(clock(0), speed: "36"), vtg(speed: "5", course: "10")],
    ] {
      let fix = try #require(Listener(hearing: bodies).fixes.first)
      #expect(fix.course == 90)
      #expect(abs(try #require(fix.speed) - 18.52) < 1e-9)
    }
  }

  @Test func vtgWithModeNSaysNothing() throws {
    let fix = try #require(Listener(hearing: [gga(clock(0)), vtg(mode: "N")]).fixes.first)
    #expect(fix.course == nil)
    #expect(fix.speed == nil)
  }

  @Test func speedsAreInMetersPerSecond() throws {
    // 36 knots are 36 · 1852 m per hour, 18.52 m/s; 66.672 km/h are the same.
    for bodies in [
      [rmc(clock(0), speed: "36")], [gll(clock(0)), vtg(speed: "36")],
      [gll(clock(0)), "GPVTG,90,T,,M,,N,66.672,K,A"],
    ] {
      let speed = try #require(Listener(hearing: bodies).fixes.first?.speed)
      #expect(abs(speed - 18.52) < 1e-9)
    }
  }

  @Test(arguments: [("360 is north", "360", 0), ("north", "0", 0), ("above 360", "361", nil)])
  func coursesAreBelow360(name: String, text: String, course: Double?) throws {
    #expect(
      try #require(Listener(hearing: [rmc(clock(0), course: text)]).fixes.first).course == course)
  }
}
