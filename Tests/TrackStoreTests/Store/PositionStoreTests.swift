// Core Location for Linux. SPDX-License-Identifier: MIT
//
// The queue: what is appended, which destinations have received it, and what is deleted.

import GNSS
import Glibc
import LinuxSystem
import NMEA0183
import TestSupport
import Testing
import TrackStore

@Suite struct PositionStoreTests {
  private let folder: ScratchFolder
  private let path: String

  init() throws {
    folder = try ScratchFolder()
    path = folder.path + "/positions.sqlite"
  }

  @Test(
    arguments: [
      .start, .distance, .time, .turn, .lost, .regained, .entered(region: "harbor"),
      .anchor(state: "dragging"), .overboard(true), .overboard(false),
      .left(region: "Ærø \u{0}\u{1B}[31m"),
    ] as [PositionReport.Occasion])
  func losesNothingOfAReport(_ occasion: PositionReport.Occasion) throws {
    let sent = [
      PositionReport(device: "Bö\u{0}at", fix: try .complete, occasion: occasion),
      PositionReport(device: "", fix: .sample(0), occasion: occasion),
    ]
    let destination: DestinationID
    do {
      let store = try PositionStore(path: path)
      destination = try store.addDestination(named: "mqtt")
      try store.append(sent)
    }
    let store = try PositionStore(path: path)
    #expect(try store.addDestination(named: "mqtt") == destination)
    #expect(try store.reports(for: destination, limit: 10).map(\.report) == sent)
  }

  /// Dates that do not fit into nanoseconds since 1970, or lie before 1970.
  @Test(arguments: [(1, 1, 1), (1969, 12, 31), (1970, 1, 1), (9999, 12, 31)])
  func storesEveryDate(_ year: Int, _ month: Int, _ day: Int) throws {
    let date = try #require(CivilDate(year: year, month: month, day: day))
    let time = try #require(UTCTime(hour: 23, minute: 59, second: 59, nanosecond: 999_999_999))
    let fix = Fix(time: FixTime(date: date, time: time), latitude: 90, longitude: 180)
    let store = try PositionStore(path: path)
    let destination = try store.addDestination(named: "mqtt")
    try store.append([PositionReport(device: "boat", fix: fix, occasion: .time)])
    #expect(try store.reports(for: destination, limit: 1).map(\.report.fix) == [fix])
  }

  @Test func refusesAFixWithoutADateAndStoresNothing() throws {
    let store = try PositionStore(path: path)
    let destination = try store.addDestination(named: "mqtt")
    var undated = PositionReport.sample(1)
    undated.fix.time?.date = nil
    #expect(throws: StoreError("write to", path, .undated)) {
      try store.append([.sample(0), undated])
    }
    #expect(try store.backlog(of: destination) == 0)
  }

  @Test func handsOverTheOldestThatWereNotAcknowledged() throws {
    let store = try PositionStore(path: path)
    let destination = try store.addDestination(named: "mqtt")
    try store.append((0..<5).map { .sample($0) })
    let first = try store.reports(for: destination, limit: 2)
    #expect(first.seconds == [0, 1])
    #expect(try store.reports(for: destination, limit: 2) == first)
    try store.acknowledge(for: destination, upTo: first[0].id)
    #expect(try store.reports(for: destination, limit: 10).seconds == [1, 2, 3, 4])
    #expect(try store.backlog(of: destination) == 4)
  }

  @Test func neverGoesBackNorAheadOfWhatThereIs() throws {
    let store = try PositionStore(path: path)
    let destination = try store.addDestination(named: "mqtt")
    try store.append((0..<3).map { .sample($0) })
    let ids = try store.reports(for: destination, limit: 10).map(\.id)
    try store.acknowledge(for: destination, upTo: ids[1])
    try store.acknowledge(for: destination, upTo: ids[0])
    #expect(try store.backlog(of: destination) == 1)
    try store.acknowledge(for: destination, upTo: .max)
    try store.append([.sample(3)])
    #expect(try store.reports(for: destination, limit: 10).seconds == [3])
  }

  @Test func givesNoNumberTwice() throws {
    var last: Int64 = 0
    for second in 0..<3 {
      let store = try PositionStore(path: path)
      let destination = try store.addDestination(named: "mqtt")
      try store.append([.sample(Int64(second))])
      let id = try #require(try store.reports(for: destination, limit: 1).first).id
      #expect(id > last)
      last = id
      try store.acknowledge(for: destination, upTo: id)
    }
  }

  @Test func aDestinationBeginsBehindWhatIsStored() throws {
    let store = try PositionStore(path: path)
    let early = try store.addDestination(named: "early")
    try store.append([.sample(0)])
    let late = try store.addDestination(named: "late")
    try store.append([.sample(1)])
    #expect(try store.reports(for: early, limit: 10).seconds == [0, 1])
    #expect(try store.reports(for: late, limit: 10).seconds == [1])
    #expect(try store.destinations.map(\.name) == ["early", "late"])
    #expect(try store.destinations.map(\.backlog) == [2, 1])
  }

  @Test func keepsAReportUntilTheLastDestinationHasIt() throws {
    let store = try PositionStore(path: path)
    let first = try store.addDestination(named: "first")
    let second = try store.addDestination(named: "second")
    try store.append((0..<3).map { .sample($0) })
    try store.acknowledge(for: first, upTo: .max)
    #expect(try store.reports(for: second, limit: 10).seconds == [0, 1, 2])
    try store.forget(destination: "first")
    try store.forget(destination: "never heard of")
    #expect(try store.backlog(of: first) == 0)
    #expect(try store.reports(for: first, limit: 10).isEmpty)
    try store.acknowledge(for: first, upTo: .max)
    #expect(try store.backlog(of: second) == 3)
    try store.acknowledge(for: second, upTo: .max)
    #expect(try store.destinations.map(\.backlog) == [0])
  }

  @Test func nobodyElseMayReadIt() throws {
    let store = try PositionStore(path: path)
    try store.append([.sample(0)])
    for name in folder.names() {
      var status = stat()
      #expect(stat(folder.path + "/" + name, &status) == 0)
      #expect(status.st_mode & 0o777 == 0o600, "\(name)")
    }
    #expect(folder.names().count == 4)
  }

  @Test func threadsOfAProcessShareIt() throws {
    let store = try PositionStore(path: path)
    let names = ["a", "b", "c"]
    let destinations = try names.map { try store.addDestination(named: $0) }
    let received = Mutex([DestinationID: [Int64]]())
    let threads = destinations.compactMap { destination in
      POSIXThread { [path] in
        guard let store = try? PositionStore(path: path) else { return }
        var seconds: [Int64] = []
        _ = eventually {
          guard let reports = try? store.reports(for: destination, limit: 7) else { return false }
          seconds += reports.seconds
          if let last = reports.last { try? store.acknowledge(for: destination, upTo: last.id) }
          return seconds.count >= 200
        }
        received.withLock { $0[destination] = seconds }
      }
    }
    for second in 0..<200 { try store.append([.sample(Int64(second))]) }
    for thread in threads { thread.join() }
    for destination in destinations {
      #expect(received.withLock { $0[destination] } == Array(0..<200))
      #expect(try store.backlog(of: destination) == 0)
    }
  }

  @Test func threadsMayOpenItAtOnce() throws {
    for round in 0..<10 {
      let opened = Mutex(0)
      let threads = (0..<8).compactMap { _ in
        POSIXThread { [folder] in
          guard let store = try? PositionStore(path: folder.path + "/\(round).sqlite") else {
            return
          }
          guard (try? store.append([.sample(0)])) != nil else { return }
          opened.withLock { $0 += 1 }
        }
      }
      for thread in threads { thread.join() }
      #expect(opened.withLock { $0 } == 8)
    }
  }

  @Test(arguments: [":memory:", "file:x?mode=memory", "b\u{10FFE9}d.sqlite"])
  func aNameIsTheNameOfAFile(_ name: String) throws {
    let path = folder.path + "/" + name
    let store = try PositionStore(path: path)
    try store.append([.sample(0)])
    #expect(access(path.pathBytes, F_OK) == 0)
  }
}
