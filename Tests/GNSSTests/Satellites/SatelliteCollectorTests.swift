// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing
import UBX

@testable import GNSS

@Suite struct SatelliteCollectorTests {
  /// Returns the satellites in view after some sentences, or `nil` if they have not changed.
  private static func epoch(
    _ bodies: [String], _ collector: inout SatelliteCollector
  ) throws -> [SatelliteInView]? {
    for body in bodies {
      guard case .gsv(let message)? = Message(SentenceEncoder.sentence(body: body)) else {
        Issue.record("\(body) is no GSV")
        continue
      }
      collector.received(message)
    }
    return collector.epochEnded(used: SatelliteSet())?.satellites
  }

  private static func count(_ collector: inout SatelliteCollector) -> Int? { collector.count() }

  /// A fix would have used more satellites than are in view if those of the unfinished group were not counted.
  @Test func anUnfinishedGroupOfAnotherSystemCountsAsManyAsItSays() throws {
    let gps = "GPGSV,1,1,02,03,45,120,38,07,45,120,38"
    let first = "GLGSV,2,1,05,65,45,120,38,66,45,120,38,67,45,120,38,68,45,120,38"
    var collector = SatelliteCollector()
    #expect(try Self.epoch([gps, first, gps], &collector)?.count == 2)
    #expect(Self.count(&collector) == 7)
    #expect(try Self.epoch([first, "GLGSV,2,2,05,69,45,120,38", gps], &collector)?.count == 7)
    #expect(Self.count(&collector) == 7)
    // What has been complete once is known, and what no longer comes is forgotten.
    #expect(try Self.epoch([first, gps], &collector)?.count == 7)
    #expect(Self.count(&collector) == 7)
    var other = SatelliteCollector()
    _ = try Self.epoch([gps, first], &other)
    for _ in 0..<SatelliteCollector.groupLifetime { _ = try Self.epoch([gps], &other) }
    #expect(Self.count(&other) == 7)
    _ = try Self.epoch([gps], &other)
    #expect(Self.count(&other) == 2)
  }

  private static func numbers(_ bodies: [String]) throws -> [UInt16]? {
    var collector = SatelliteCollector()
    return try epoch(bodies, &collector)?.map(\.satellite.number)
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
      ("all empty", ["GPGSV,,,,,,,,,,,,,,,,,,,"], nil),
      ("all empty behind one", ["GPGSV,1,1,01,03,45,120,38", "GPGSV,,,,,,,"], [3]),
      (
        "counts in the first only",
        ["GPGSV,3,1,03,3,45,120,38", "GPGSV,,2,,7,45,120,38", "GPGSV,,3,,9,45,120,38"], [3, 7, 9]
      ),
      (
        "the second lost, counts in the first only",
        ["GPGSV,3,1,03,3,45,120,38", "GPGSV,,3,,9,45,120,38"], nil
      ),
      (
        "systems numbered as one",
        [
          "GPGSV,4,1,05,3,45,120,38,5,40,10,38", "GPGSV,4,2,05,7,45,120,38",
          "GLGSV,4,3,05,70,45,120,38", "GAGSV,4,4,05,31,45,120,38",
        ], [3, 5, 7, 6, 31]
      ),
      (
        "systems numbered as one, the second sentence lost",
        [
          "GPGSV,4,1,05,3,45,120,38,5,40,10,38", "GLGSV,4,3,05,70,45,120,38",
          "GAGSV,4,4,05,31,45,120,38",
        ], nil
      ),
      (
        "a gap from one system to another",
        ["GPGSV,2,1,03,03,45,120,38", "GLGSV,2,2,03,65,45,120,38"], nil
      ),
      (
        "a gap to a system of other counts",
        ["GPGSV,2,1,02,03,45,120,38", "GLGSV,2,2,03,65,45,120,38"], nil
      ),
      (
        "a gap from one signal to another",
        [
          "GPGSV,2,1,05,03,45,120,38,05,45,120,38,07,45,120,38,09,45,120,38,1",
          "GPGSV,2,2,05,11,45,120,38,6",
        ], nil
      ),
      (
        "signals numbered as one",
        ["GPGSV,2,1,02,03,45,120,38,1", "GPGSV,2,2,02,03,45,120,31,6"], [3, 3]
      ),
      (
        "signals numbered as one, in whole sentences",
        [
          "GPGSV,2,1,08,3,45,120,38,5,45,120,38,7,45,120,38,9,45,120,38,1",
          "GPGSV,2,2,08,3,45,120,31,5,45,120,31,7,45,120,31,9,45,120,31,8",
        ], [3, 5, 7, 9, 3, 5, 7, 9]
      ),
      (
        "signals numbered as one, each satellite counted once",
        [
          "GPGSV,3,1,05,3,45,120,38,5,45,120,38,7,45,120,38,9,45,120,38,1",
          "GPGSV,3,2,05,11,45,120,38,1", "GPGSV,3,3,05,3,45,120,31,9,45,120,31,8",
        ], [3, 5, 7, 9, 11, 3, 9]
      ),
      (
        "systems and their signals numbered as one",
        [
          "GPGSV,3,1,03,03,45,120,38,1", "GPGSV,3,2,03,03,45,120,31,6",
          "GAGSV,3,3,03,11,45,120,31,7",
        ], [3, 3, 11]
      ),
      (
        "two systems of Qualcomm's modems",
        ["PQGSV,1,1,01,07,45,120,38,1,4", "PQGSV,1,1,01,02,45,120,38,1,5"], [7, 2]
      ),
    ] as [(name: String, bodies: [String], numbers: [UInt16]?)])
  func putsGroupsTogether(name: String, bodies: [String], numbers: [UInt16]?) throws {
    #expect(try Self.numbers(bodies) == numbers)
  }

  @Test(
    arguments: [
      ("one signal after the other", "1", "8"), ("without their identifiers", nil, nil),
    ] as [(String, String?, String?)])
  func countsASatelliteOnceThoughAllItsSignalsAreInOneSequence(
    why: String, first: String?, second: String?
  ) throws {
    func sentence(_ number: Int, _ signal: String?) -> String {
      "GPGSV,2,\(number),08" + [3, 5, 7, 9].map { ",\($0),45,120,38" }.joined()
        + (signal.map { ",\($0)" } ?? "")
    }
    var collector = SatelliteCollector()
    #expect(try Self.epoch([sentence(1, first), sentence(2, second)], &collector)?.count == 8)
    #expect(Self.count(&collector) == 4)
  }

  @Test func keepsWhatASatelliteHas() throws {
    var collector = SatelliteCollector()
    let satellites = try #require(
      try Self.epoch(["GAGSV,1,1,02,05,-3,359,31.5,08,,,,7"], &collector))
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

  @Test func aSystemThatTheSentenceNamesIsNotThatOfItsTalker() throws {
    var collector = SatelliteCollector()
    let satellites = try Self.epoch(
      ["PQGSV,1,1,01,07,45,120,38,1,4", "PQGSV,1,1,01,02,45,120,38,1,5"], &collector)
    #expect(satellites?.map(\.satellite.system) == [.beiDou, .qzss])
  }

  /// Satellites of a group that was cut off by an epoch are not in view, and the end of the next group does not complete it.
  @Test func aGroupThatAnEpochHasCutOffIsNotInView() throws {
    var collector = SatelliteCollector()
    let first = "GPGSV,2,1,05,01,45,120,38,02,45,120,38,03,45,120,38,04,45,120,38"
    let last = "GPGSV,2,2,05,05,45,120,38"
    #expect(try Self.epoch([first, last], &collector)?.count == 5)
    #expect(try Self.epoch([first], &collector) == nil)
    #expect(try Self.epoch([last], &collector) == nil)
    #expect(try Self.epoch([first, last], &collector)?.count == 5)
  }

  /// Some receivers send one sentence per second, each of a different kind.
  @Test func aGroupMaySpreadOverEpochsIfItAlwaysDoes() throws {
    var collector = SatelliteCollector()
    let first = "GPGSV,2,1,05,01,45,120,38,02,45,120,38,03,45,120,38,04,45,120,38"
    #expect(try Self.epoch([first], &collector) == nil)
    #expect(try Self.epoch(["GPGSV,2,2,05,05,45,120,38"], &collector)?.count == 5)
    #expect(try Self.epoch([first], &collector) == nil)
    #expect(try Self.epoch(["GPGSV,2,2,05,05,45,120,38"], &collector)?.count == 5)
  }

  @Test func isDrainedOnce() throws {
    var collector = SatelliteCollector()
    #expect(Self.count(&collector) == nil)
    #expect(try Self.epoch([gsv()], &collector)?.count == 4)
    #expect(Self.count(&collector) == 4)
    #expect(try Self.epoch([], &collector) == nil)
    #expect(Self.count(&collector) == 4)
  }

  @Test func countsASatelliteOnTwoSignalsOnce() throws {
    var collector = SatelliteCollector()
    #expect(try Self.epoch([gsv([3, 7]) + ",1", gsv([3, 7, 9]) + ",6"], &collector)?.count == 5)
    #expect(Self.count(&collector) == 3)
  }

  @Test func systemsNumberedAsOneReplaceTheirOwn() throws {
    var collector = SatelliteCollector()
    let one = ["GPGSV,2,1,03,3,45,120,38,5,40,10,38", "GLGSV,2,2,03,70,45,120,38"]
    let other = ["GPGSV,2,1,03,4,45,120,38", "GLGSV,2,2,03,71,45,120,38,72,40,10,38"]
    #expect(try Self.epoch(one, &collector)?.map(\.satellite.number) == [3, 5, 6])
    #expect(try Self.epoch(other, &collector)?.map(\.satellite.number) == [4, 7, 8])
    #expect(try Self.epoch(one, &collector)?.map(\.satellite.number) == [3, 5, 6])
    #expect(Self.count(&collector) == 3)
  }

  @Test func aGapIsNotTakenForSystemsNumberedAsOne() throws {
    var collector = SatelliteCollector()
    let whole = [
      "GPGSV,2,1,02,03,45,120,38", "GPGSV,2,2,02,05,45,120,38",
      "GLGSV,2,1,02,65,45,120,38", "GLGSV,2,2,02,66,45,120,38",
    ]
    #expect(try Self.epoch(whole, &collector)?.count == 4)
    // The two sentences in the middle are lost; the rest contain as many satellites as they announce.
    #expect(try Self.epoch([whole[0], whole[3]], &collector) == nil)
    #expect(Self.count(&collector) == 4)
  }

  @Test func aGroupIsReplacedAsAWhole() throws {
    var collector = SatelliteCollector()
    _ = try Self.epoch([gsv([1, 2, 3]), gsv([65, 66], talker: "GL")], &collector)
    let numbers = try Self.epoch([gsv([4])], &collector)?.map(\.satellite.number)
    #expect(Set(numbers ?? []) == [1, 2, 4])
    #expect(Self.count(&collector) == 3)
  }

  /// Returns NAV-SIG with satellites of GPS on L1 C/A.
  private static func signals(_ numbers: UInt8...) throws -> [SatelliteInView] {
    var payload = FramePayload(8 + 16 * numbers.count).with(UInt8(numbers.count), at: 5)
    for (index, number) in numbers.enumerated() {
      payload = payload.with(number, at: 9 + 16 * index).with(UInt8(40), at: 14 + 16 * index)
    }
    let signals = NAVSIG(payload.bytes.span.bytes)
    return try #require(signals).signals.map(SatelliteInView.init)
  }

  /// The sky turns, and satellites set.
  @Test func whatSetsIsNotKeptByTheListOfItsSignals() throws {
    var collector = SatelliteCollector()
    for number in 1...20 {
      collector.received(signals: try Self.signals(UInt8(number)))
      let satellites = try #require(try Self.epoch([gsv([number])], &collector))
      #expect(satellites.map(\.satellite.number) == [UInt16(number)])
      #expect(satellites.first?.signal == 1 && satellites.first?.carrierToNoise == 40)
      #expect(satellites.first?.elevation == 45, "from the sentence")
    }
    // Without sentences, too.
    for number in 1...20 {
      collector.received(signals: try Self.signals(UInt8(number)))
      let satellites = try #require(try Self.epoch([], &collector))
      #expect(satellites.contains { $0.satellite.number == UInt16(number) })
      #expect(satellites.count <= 2)
      if number > SatelliteCollector.groupLifetime { #expect(satellites.count == 1) }
    }
    #expect(Self.count(&collector) == 1)
  }

  @Test func signalsHaveTheDirectionsThatAnotherFrameHasListed() throws {
    var collector = SatelliteCollector()
    var listed = SatelliteInView(SatelliteID(system: .gps, number: 7))
    (listed.elevation, listed.azimuth) = (30, 200)
    collector.received(SatellitesInView([listed], used: SatelliteSet()))
    for update in 0..<2 * SatelliteCollector.groupLifetime {
      collector.received(signals: try Self.signals(7, 9))
      let satellites = try #require(try Self.epoch([], &collector))
      #expect(satellites.map(\.satellite.number) == [7, 9])
      // Until the list is too old.
      let isKnown = update <= SatelliteCollector.groupLifetime
      #expect(satellites.map(\.elevation) == [isKnown ? 30 : nil, nil])
    }
  }

  @Test func aGroupThatNoLongerComesIsForgotten() throws {
    var collector = SatelliteCollector()
    _ = try Self.epoch([gsv([3]), gsv([65], talker: "GL")], &collector)
    for _ in 1..<SatelliteCollector.groupLifetime {
      #expect(try Self.epoch([gsv([3])], &collector)?.count == 2)
    }
    #expect(try Self.epoch([gsv([3])], &collector)?.count == 1)
    #expect(Self.count(&collector) == 1)
  }
}
