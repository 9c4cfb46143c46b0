// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationJSON
import TestSupport
import Testing

@testable import TrackStore

/// Answers about a period: sums, a line, and a grid.
@Suite struct HistoryAnswerTests {
  private let folder: ScratchFolder
  private let path: String

  init() throws {
    folder = try ScratchFolder()
    path = folder.path + "/positions.sqlite"
  }

  /// 15 June 2025, 12:00 UTC, seconds since 1970.
  private static let noon = 1_749_988_800.0

  /// An hour at a berth, an hour of passage at 3 m/s to the north, 10,800 m, and an hour at another berth; a fix every two seconds.
  private var day: [Fix] {
    (0..<5400).map { index -> Fix in
      let second = Int64(index * 2)
      let north = Double(min(max(second - 3600, 0), 3600)) * 3
      var fix = Fix.sample(second, latitude: 47 + north / 111_170, longitude: 9)
      fix.speed = second >= 3600 && second < 7200 ? 3 : 0
      fix.horizontalAccuracy = 3
      return fix
    }
  }

  private func answer(
    hours: Double, _ drawing: HistoryQuestion.Drawing, points: Int = 4096, steps: [Double] = []
  ) throws -> HistoryAnswer {
    let end = Self.noon + hours * 3600
    let steps = steps.isEmpty ? [Self.noon, end] : steps
    return try PositionStore(reading: path).answer(
      HistoryQuestion(
        start: Self.noon, end: end, drawing: drawing, points: points, steps: steps))
  }

  @Test(arguments: [4, 168] as [Double])
  func sumsUpTheSameFromFixesAndFromSketches(hours: Double) throws {
    try PositionStore(path: path).append([], track: day)
    let answer = try answer(hours: hours, .track)
    #expect(abs(answer.distance - 10_800) < 110, "\(answer.distance)")
    #expect(abs(answer.moving - 3600) < 90, "\(answer.moving)")
    #expect(answer.topSpeed == 3 && answer.days == 1)
    #expect(answer.line?.segments.count == 1)
  }

  @Test func aLineHasNoMorePointsThanWereAskedFor() throws {
    try PositionStore(path: path).append([], track: day)
    for points in [2, 10, 100, 1000] {
      let line = try #require(try answer(hours: 4, .track, points: points).line)
      let all = line.segments.flatMap(\.self)
      #expect(all.count <= points && all.count >= points / 4)
      #expect(all.first?.latitude == 47 && abs((all.last?.latitude ?? 0) - 47.0971) < 0.001)
    }
  }

  @Test func aLineOfManyGapsIsBoundedToo() {
    var line = BoundedLine(most: 100)
    for index in 0..<10_000 {
      let time = Double(index * 300)
      let place = SketchedPlace(
        start: time, end: time, latitude: Double(index % 90), longitude: Double(index % 180))
      line.received(place, speed: nil)
    }
    line.finish()
    #expect((1...100).contains(line.segments.reduce(0) { $0 + $1.count }))
  }

  @Test(arguments: [4, 168] as [Double])
  func theTimeInAllCellsIsThatOfTheTrack(hours: Double) throws {
    try PositionStore(path: path).append([], track: day)
    let grid = try #require(try answer(hours: hours, .density).grid)
    #expect(grid.rows <= 256 && grid.columns <= 256 && grid.rows > 200)
    #expect(abs(grid.seconds.reduce(0, +) - 10_798) < 30)
    // Both berths took an hour, and each cell of the passage little.
    let most = grid.seconds.sorted().suffix(2)
    #expect(most.allSatisfy { abs($0 - 3600) < 60 }, "\(most)")
  }

  @Test func aTrackAcrossTheAntimeridianIsOneSmallGrid() throws {
    let store = try PositionStore(path: path)
    try store.append(
      [],
      track: (0..<100 as Range<Int64>).map {
        let longitude = 179.995 + Double($0) * 0.0001
        return Fix.sample(
          $0 * 10, latitude: 0, longitude: longitude > 180 ? longitude - 360 : longitude)
      })
    let grid = try #require(try answer(hours: 1, .density).grid)
    #expect(Double(grid.columns) * grid.width < 0.02)
    #expect(abs(grid.seconds.reduce(0, +) - 990) < 1)
  }

  @Test func thereIsAGroupForEachStepInWhichSomethingWasRecorded() throws {
    try PositionStore(path: path).append([], track: day)
    let steps = [0.0, 1.5, 12, 20].map { Self.noon + $0 * 3600 }
    let groups = try answer(hours: 20, .track, steps: steps).groups
    #expect(groups.map(\.start) == [steps[0], steps[1]])
    #expect(groups.map(\.end) == [steps[1], steps[2]])
    // Half of the hour under way is in each.
    #expect(groups.allSatisfy { abs($0.distance - 5400) < 110 }, "\(groups)")
  }

  @Test func anEmptyPeriodIsNoError() throws {
    try PositionStore(path: path).append([], track: [.sample(-86_400)])
    let answer = try answer(hours: 2, .density)
    #expect(answer.distance == 0 && answer.days == 0 && answer.grid == nil)
    #expect(try self.answer(hours: 2, .track).line?.segments.isEmpty == true)
  }

  @Test func isWrittenAsThePageReadsIt() throws {
    try PositionStore(path: path).append([], track: day)
    let question = HistoryQuestion(
      start: Self.noon, end: Self.noon + 14_400, drawing: .track, points: 5,
      steps: [Self.noon, Self.noon + 12_000, Self.noon + 14_400])
    var object = JSONObject()
    try PositionStore(reading: path).answer(question).set(in: &object, question)
    var reader = JSONReader(object.closed[...])
    let value = try reader.value()
    #expect(value["from"]?.string == "2025-06-15T12:00:00.000Z")
    let point = try #require(value["track"]?.array?.first?.array)
    #expect(point.map(\.number) == [9, 47, Self.noon, 0])
    #expect(value["groups"]?.array?.count == 1)
    #expect(value["cells"] == nil)
  }
}
