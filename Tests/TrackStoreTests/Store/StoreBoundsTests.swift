// Core Location for Linux. SPDX-License-Identifier: MIT
//
// What is deleted when there is too much, or when it is too old.

import Foundation
import GNSS
import TestSupport
import Testing
import TrackStore

@Suite struct StoreBoundsTests {
  private let folder: ScratchFolder
  private let path: String

  init() throws {
    folder = try ScratchFolder()
    path = folder.path + "/positions.sqlite"
  }

  @Test func theTrackGoesFirst() throws {
    let store = try PositionStore(path: path, limits: StoreLimits(bytes: 400_000))
    let destination = try store.addDestination(named: "mqtt")
    try store.append((0..<1000).map { .sample($0) })
    for hour in 0..<10 {
      try store.append([], track: (0..<3600).map { .sample(Int64(hour * 3600 + $0)) })
    }
    #expect(try store.backlog(of: destination) == 1000)
    #expect(try store.dropped(for: destination) == 0)
    let track = try seconds(of: store)
    // The newest fixes are left, without gaps.
    #expect(track == Array((36_000 - Int64(track.count))..<36_000))
    #expect((1000..<30_000).contains(track.count))
  }

  @Test func thenTheOldestReportsAreDroppedAndCounted() throws {
    let store = try PositionStore(path: path, limits: StoreLimits(bytes: 400_000))
    let absent = try store.addDestination(named: "absent")
    let diligent = try store.addDestination(named: "diligent")
    for round in 0..<40 {
      try store.append(
        (0..<250).map { .sample(Int64(round * 250 + $0)) }, track: [.sample(Int64(round))])
      try store.acknowledge(for: diligent, upTo: .max)
    }
    let left = try store.reports(for: absent, limit: .max).seconds
    #expect(left == Array((10_000 - Int64(left.count))..<10_000))
    #expect((500..<9000).contains(left.count))
    #expect(try store.dropped(for: absent) == 10_000 - left.count)
    #expect(try store.dropped(for: diligent) == 0)
    #expect(try store.destinations.map(\.dropped) == [10_000 - left.count, 0])
    #expect(try seconds(of: store).isEmpty)
  }

  @Test func theFileDoesNotGrowBeyondItsBound() throws {
    do {
      let store = try PositionStore(path: path, limits: StoreLimits(bytes: 500_000))
      _ = try store.addDestination(named: "mqtt")
      for round in 0..<60 {
        let seconds = (0..<200).map { Int64(round * 200 + $0) }
        try store.append(seconds.map { .sample($0) }, track: seconds.map { .sample($0) })
      }
    }
    // A call stores before it deletes: 200 reports and 200 fixes are less than 64 KB.
    let size = try Data(contentsOf: URL(filePath: path)).count
    #expect((300_000..<564_000).contains(size))
  }

  @Test func aBoundThatWasLoweredIsReachedStepByStep() throws {
    do {
      let store = try PositionStore(path: path)
      for hour in 0..<20 {
        try store.append([], track: (0..<3600).map { .sample(Int64(hour * 3600 + $0)) })
      }
    }
    let store = try PositionStore(path: path, limits: StoreLimits(bytes: 300_000))
    var counts: [Int] = []
    for second in 0..<5 {
      try store.append([], track: [.sample(72_000 + Int64(second))])
      counts.append(try seconds(of: store).count)
    }
    // Each call deletes at most 20,000, or up to 63 more.
    #expect((51_900...52_001).contains(counts[0]))
    #expect(counts[4] < 10_000)
  }

  @Test func reportsThatAreTooOldAreDroppedAndCounted() throws {
    let store = try PositionStore(path: path, limits: StoreLimits(age: .seconds(100)))
    let destination = try store.addDestination(named: "mqtt")
    for second in stride(from: 0, through: 300, by: 10) {
      try store.append([.sample(Int64(second))])
    }
    // The age counts from 290, on which two calls agree.
    let left = try store.reports(for: destination, limit: 100).seconds
    #expect(left == stride(from: 190, through: 300, by: 10).map { Int64($0) })
    #expect(try store.dropped(for: destination) == 19)
    #expect(try store.backlog(of: destination) == 12)
  }

  @Test func theTrackIsKeptForItsTime() throws {
    let store = try PositionStore(path: path)
    try store.append([], track: (0..<600).map { .sample($0) })
    store.keepTrack(for: .seconds(120))
    try store.append([], track: [.sample(600)])
    #expect(try seconds(of: store) == Array(479...600))
    store.keepTrack(for: nil)
    try store.append([], track: [.sample(10_000)])
    #expect(try seconds(of: store).count == 123)
  }

  @Test(arguments: [1_000_000_000, -600_000_000] as [Int64])
  func oneWrongDateDoesNotEmptyIt(_ wrong: Int64) throws {
    let limits = StoreLimits(age: .seconds(86_400))
    let store = try PositionStore(path: path, limits: limits)
    let destination = try store.addDestination(named: "mqtt")
    store.keepTrack(for: .seconds(86_400))
    for second in 0..<10 {
      try store.append([.sample(Int64(second))], track: [.sample(Int64(second))])
    }
    try store.append([.sample(wrong)], track: [.sample(wrong)])
    for second in 10..<20 {
      try store.append([.sample(Int64(second))], track: [.sample(Int64(second))])
    }
    let right = Array(0..<20 as Range<Int64>)
    #expect(
      try store.reports(for: destination, limit: 100).seconds.filter { $0 != wrong } == right)
    #expect(try seconds(of: store).filter { $0 != wrong } == right)
  }

  private func seconds(of store: PositionStore) throws -> [Int64] {
    var seconds: [Int64] = []
    try store.track {
      seconds.append(($0.time?.nanosecondsSince1970 ?? 0) / 1_000_000_000 - 1_749_988_800)
    }
    return seconds
  }
}
