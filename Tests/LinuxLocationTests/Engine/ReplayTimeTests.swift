// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import GNSS
import GNSSReceiver
import LinuxSystem
import LocationProtocols
import NMEA0183
import TestSupport
import Testing

@testable import LinuxLocation

@Suite struct ReplayTimeTests {
  @Test(
    arguments: [
      ("alone", "replay:a.nmea?time=now", "replay:a.nmea", true),
      ("first", "replay:a.nmea?time=now&speed=10", "replay:a.nmea?speed=10", true),
      ("last", "replay:a.nmea?speed=max&time=now", "replay:a.nmea?speed=max", true),
      ("not there", "replay:a.nmea?speed=10", "replay:a.nmea?speed=10", false),
      ("another time is none", "replay:a.nmea?time=then", "replay:a.nmea?time=then", false),
      ("no recording", "/dev/ttyUSB0?time=now", "/dev/ttyUSB0?time=now", false),
      ("a question mark in its name", "replay:a?b.nmea?time=now", "replay:a?b.nmea", true),
    ] as [(why: String, text: String, rest: String, isNow: Bool)])
  func names(why: String, text: String, rest: String, isNow: Bool) {
    #expect(ReplayTime.removing(from: text) == (rest, isNow), "\(why)")
  }

  @Test func whatIsNoTimeIsRefused() {
    #expect(throws: SelectionError.self) { try ReceiverSource("replay:a.nmea?time=then") }
  }

  /// Times as far apart as they can be, by a clock that is right, and by one that is as late as it can be.
  @Test(
    arguments: [
      (1_800_000_000_000_000_000, ["2027-01-15", "2199-12-31", "2027-01-15"]),
      (.max, ["1908-01-01", "2262-04-11", "1908-01-01"]),
    ] as [(now: Int64, dates: [String])])
  func timesCenturiesApartAreMovedOrStay(now: Int64, dates: [String]) {
    var time = ReplayTime()
    let recorded = [(1908, 1, 1), (2199, 12, 31), (1908, 1, 1)]
    let moved = recorded.map { year, month, day in
      let recorded = FixTime(
        date: CivilDate(year: year, month: month, day: day), time: UTCTime(nanosecondsOfDay: 0))
      let fix = Fix(time: recorded, latitude: 1, longitude: 2)
      return time.moved(ReceiverEvent(.report(.fix(fix)), at: .zero), now: now).fix?.time?.date
    }
    #expect(moved.map { $0?.description } == dates)
  }

  @Test func theTimesBetweenFixesStay() {
    var time = ReplayTime()
    let now: Int64 = 1_800_000_000_000_000_000
    var moved: [Double] = []
    for second in [100.0, 101, 160] {
      let fix = TestLocations.fix(TestLocations.location(after: second))
      let event = ReceiverEvent(.report(.fix(fix)), at: .zero)
      if let fix = time.moved(event, now: now + Int64(second)).fix {
        moved.append((fix.time?.timestamp ?? .distantPast).timeIntervalSince1970 - 1_800_000_000)
      }
    }
    #expect(moved.count == 3)
    for (found, expected) in zip(moved, [0.0, 1, 60]) { #expect(abs(found - expected) < 1e-3) }
  }

  @Test func aRecordingOfLongAgoIsDeliveredAsIfNow() throws {
    let bodies = (0..<5).map { second in
      "GPRMC,12000\(second).00,A,4732.6220,N,00940.9980,E,2.0,60.0,150615,,,A"
    }
    let found = try Self.times(bodies, "speed=max&time=now").compactMap(\.self)
    #expect(found.count == 5)
    let first = try #require(found.first)
    #expect(abs(first.timeIntervalSinceNow) < 60)
    #expect(
      found.map { ($0.timeIntervalSince(first) * 1000).rounded() } == [0, 1000, 2000, 3000, 4000])
  }

  /// Such a recording says nothing about when it was made, so that only the present can stand in for that.
  @Test func aRecordingWithoutTimesHasThoseOfItsArrivalOnlyIfThatIsWanted() throws {
    let bodies = Array(repeating: "IIGLL,3748.4051,N,12226.618,W,,A", count: 3)
    #expect(try Self.times(bodies, "speed=max") == [nil, nil, nil])
    let found = try Self.times(bodies, "speed=max&time=now").compactMap(\.self)
    #expect(found.count == 3 && found.allSatisfy { abs($0.timeIntervalSinceNow) < 60 })
  }

  /// Replays a recording, and returns the times of its fixes.
  private static func times(_ bodies: [String], _ options: String) throws -> [Date?] {
    let scratch = try ScratchFolder()
    let path = scratch.path + "/drive.nmea"
    let sentences = bodies.map { SentenceEncoder.sentence(body: $0) }
    try Data(sentences.joined().utf8).write(to: URL(filePath: path))
    let source = try ReceiverSource("replay:\(path)?\(options)")
    #expect(source.isReplay)
    let times = Mutex<[Date?]>([])
    let ended = DispatchSemaphore(value: 0)
    let observation = try source.start { events in
      for event in events {
        if let fix = event.fix { times.withLock { $0.append(fix.time?.timestamp) } }
        if case .status(let status) = event.content, status.report.code == .ended {
          ended.signal()
        }
      }
    }
    #expect(ended.wait(timeout: .now() + 60) == .success)
    withExtendedLifetime(observation) {}
    return times.withLock { $0 }
  }
}
