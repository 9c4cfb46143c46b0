// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@testable import GNSS

@Suite struct SatelliteCollectorTests {
  /// Takes the sentences in, and then the view.
  private static func take(
    _ bodies: [String], _ collector: inout SatelliteCollector
  ) throws -> [SatelliteInView]? {
    for body in bodies {
      guard case .gsv(let message)? = Message(SentenceEncoder.sentence(body: body)) else {
        Issue.record("\(body) is no GSV")
        continue
      }
      collector.note(message)
    }
    return collector.take(used: SatelliteSet())?.satellites
  }

  private static func numbers(_ bodies: [String]) throws -> [UInt16]? {
    var collector = SatelliteCollector()
    return try take(bodies, &collector)?.map(\.satellite.number)
  }

  @Test(
    arguments: [
      ("one sentence", ["GPGSV,1,1,02,03,45,120,38,07,45,120,38"], [3, 7]),
      ("two sentences", ["GPGSV,2,1,02,03,45,120,38", "GPGSV,2,2,02,07,45,120,38"], [3, 7]),
      ("the second lost", ["GPGSV,3,1,03,03,45,120,38", "GPGSV,3,3,03,07,45,120,38"], nil),
      ("the first lost", ["GPGSV,2,2,02,07,45,120,38"], nil),
      ("the last lost", ["GPGSV,2,1,02,03,45,120,38"], nil),
      ("begun again", ["GPGSV,2,1,02,03,45,120,38", "GPGSV,1,1,01,07,45,120,38"], [7]),
      ("one twice", ["GPGSV,1,1,01,03,45,120,38", "GPGSV,1,1,01,03,45,120,38"], [3]),
      ("none", ["GPGSV,1,1,00"], []),
      ("two systems", ["GPGSV,1,1,01,03,45,120,38", "GLGSV,1,1,01,65,45,120,38"], [3, 1]),
      (
        "another group between",
        ["GPGSV,2,1,02,03,45,120,38", "GLGSV,1,1,01,65,45,120,38", "GPGSV,2,2,02,07,45,120,38"],
        [1]
      ),
      (
        "the same system on two signals",
        ["GPGSV,1,1,01,03,45,120,38,1", "GPGSV,1,1,01,03,45,120,31,6"], [3, 3]
      ),
      ("without counts", ["GPGSV,,,,03,45,120,38"], [3]),
    ] as [(name: String, bodies: [String], numbers: [UInt16]?)])
  func putsGroupsTogether(name: String, bodies: [String], numbers: [UInt16]?) throws {
    #expect(try Self.numbers(bodies) == numbers)
  }

  @Test func keepsWhatASatelliteHas() throws {
    var collector = SatelliteCollector()
    let satellites = try #require(
      try Self.take(["GAGSV,1,1,02,05,-3,359,31.5,08,,,,7"], &collector))
    let first = try #require(satellites.first)
    #expect(first.satellite == SatelliteID(system: .galileo, number: 5))
    #expect(first.signal == 7)
    #expect(first.elevation == -3)
    #expect(first.azimuth == 359)
    #expect(first.carrierToNoise == 31.5)
    let last = try #require(satellites.last)
    #expect(last.satellite == SatelliteID(system: .galileo, number: 8))
    #expect(last.elevation == nil)
    #expect(last.azimuth == nil)
    #expect(last.carrierToNoise == nil)
  }

  @Test func isTakenOnce() throws {
    var collector = SatelliteCollector()
    #expect(collector.count == nil)
    #expect(try Self.take([gsv()], &collector)?.count == 4)
    #expect(collector.count == 4)
    #expect(try Self.take([], &collector) == nil)
    #expect(collector.count == 4)
  }

  @Test func countsASatelliteOnTwoSignalsOnce() throws {
    var collector = SatelliteCollector()
    #expect(try Self.take([gsv([3, 7]) + ",1", gsv([3, 7, 9]) + ",6"], &collector)?.count == 5)
    #expect(collector.count == 3)
  }

  @Test func aGroupIsReplacedAsAWhole() throws {
    var collector = SatelliteCollector()
    _ = try Self.take([gsv([1, 2, 3]), gsv([65, 66], talker: "GL")], &collector)
    let numbers = try Self.take([gsv([4])], &collector)?.map(\.satellite.number)
    #expect(Set(numbers ?? []) == [1, 2, 4])
    #expect(collector.count == 3)
  }

  @Test func aGroupThatNoLongerComesIsForgotten() throws {
    var collector = SatelliteCollector()
    _ = try Self.take([gsv([3]), gsv([65], talker: "GL")], &collector)
    for _ in 1..<SatelliteCollector.groupLifetime {
      #expect(try Self.take([gsv([3])], &collector)?.count == 2)
    }
    #expect(try Self.take([gsv([3])], &collector)?.count == 1)
    #expect(collector.count == 1)
  }
}

/// What a pipeline tells of satellites.
@Suite struct SatellitesInViewTests {
  private static func views(_ events: [FixEvent]) -> [SatellitesInView] {
    events.compactMap { event in
      if case .satellites(let view) = event { view } else { nil }
    }
  }

  @Test func areToldOncePerEpoch() throws {
    let listener = Listener(
      hearing: (0..<3).flatMap {
        [gga(clock($0 * 1000)), gsa([3, 7]), gsv([3, 7, 11]), gsv([65], talker: "GL")]
      })
    let views = Self.views(listener.events)
    #expect(views.map(\.count) == [4, 4, 4])
    let used = try #require(views.first).used
    #expect(used.count == 2)
    #expect(used.contains(SatelliteID(system: .gps, number: 7)))
    #expect(!used.contains(SatelliteID(system: .gps, number: 11)))
    // The first fix is older than the first view.
    #expect(listener.fixes.map(\.satellitesInView) == [nil, 4, 4])
  }

  @Test func areToldWhenTheLineIsQuiet() {
    var listener = Listener()
    listener.hear(gsv(), at: .zero)
    #expect(Self.views(listener.elapse(to: .milliseconds(250))).map(\.count) == [4])
  }

  @Test func areToldWithoutAnyFix() {
    let listener = Listener(hearing: [gsv(), rmc(clock(0), status: "V"), gsv()])
    #expect(Self.views(listener.events).map(\.count) == [4, 4])
    #expect(listener.fixes == [])
  }

  @Test func neverKeepsMoreGroupsThanSystemsAndSignalsMake() {
    var collector = SatelliteCollector()
    for number in 0..<2000 {
      var message = GSV(talker: Talker(rawValue: UInt16(0x4141 + number / 100)))
      message.sentenceCount = 1
      message.sentenceNumber = 1
      message.signal = UInt8(number % 100)
      message.satellites = [GSV.Satellite(number: 7)]
      collector.note(message)
    }
    #expect(collector.view.satellites.count == SatelliteCollector.mostGroups)
  }
}
