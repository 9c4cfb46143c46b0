// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationGeometry

/// What is asked about the track of a period: how far, how long, how fast, and where.
package struct HistoryQuestion: Hashable, Sendable {
  package enum Drawing: String, Hashable, Sendable {
    /// A line.
    case track
    /// The time that was spent in each cell of a grid.
    case density
  }

  /// Seconds since 1970.
  package var start: Double
  package var end: Double
  package var drawing: Drawing
  /// The most points of a line.
  package var points: Int
  /// Where the days or months of the period begin, in order, seconds since 1970; the last one is the end of the last of them.
  package var steps: [Double]

  package init(start: Double, end: Double, drawing: Drawing, points: Int, steps: [Double]) {
    (self.start, self.end, self.drawing) = (start, end, drawing)
    (self.points, self.steps) = (points, steps)
  }

  /// The most points that a line may have, and rows or columns of a grid.
  package static let most = (points: 4096, cells: 256)
}

/// The answer: sums, and a drawing whose size does not depend on the length of the track.
package struct HistoryAnswer: Hashable, Sendable {
  /// Meters of trips.
  package internal(set) var distance = 0.0
  /// Seconds of trips.
  package internal(set) var moving = 0.0
  /// The number of days with a trip or a stop, each of 24 hours from the start.
  package internal(set) var days = 0
  /// Meters per second; `nil` if no speed is known.
  package internal(set) var topSpeed: Double?
  /// Of several steps, those with a trip or a stop: begin and end in seconds since 1970, and meters.
  package internal(set) var groups: [Group] = []
  package internal(set) var line: BoundedLine?
  package internal(set) var grid: DensityGrid?

  package struct Group: Hashable, Sendable {
    package var start: Double
    package var end: Double
    package var distance: Double
  }
}

extension PositionStore {
  /// Answers a question in a time that is bounded by the number of quarters of an hour, or for a day by that of its fixes.
  package func answer(_ question: HistoryQuestion) throws -> HistoryAnswer {
    var sums = HistorySums(question)
    switch question.drawing {
    case .track:
      var line = BoundedLine(most: min(question.points, HistoryQuestion.most.points))
      let topSpeed = try places(of: question) { place, speed in
        sums.received(place, speed)
        line.received(place, speed: speed)
      }
      var answer = sums.answer(topSpeed)
      line.finish()
      answer.line = line
      return answer
    case .density:
      var box: DensityGrid.Box?
      let topSpeed = try places(of: question) { place, speed in
        sums.received(place, speed)
        box = box?.including(place) ?? DensityGrid.Box(place)
      }
      var answer = sums.answer(topSpeed)
      guard let box else { return answer }
      var grid = DensityGrid(box)
      _ = try places(of: question) { place, _ in grid.received(place) }
      answer.grid = grid
      return answer
    }
  }

  /// The longest period that is answered from fixes, seconds; a day of 25 hours, and a little more.
  private static let longestExact = 26 * 3600.0
  /// The most fixes that are read for it.
  private static let mostFixes = 1_000_000

  /// Passes on the places of a period, with the speeds of fixes, and returns the greatest speed.
  private func places(
    of question: HistoryQuestion, _ body: (SketchedPlace, Double?) -> Void
  ) throws -> Double? {
    let (start, end) = (Int64(question.start * 1e9), Int64(question.end * 1e9))
    let isShort = question.end - question.start <= Self.longestExact
    guard try isShort && count(from: start, until: end, atMost: Self.mostFixes) < Self.mostFixes
    else {
      return try sketch(from: start, until: end) { place in
        // A quarter of an hour may belong to the period in part only.
        guard place.end >= question.start, place.start < question.end else { return }
        body(place, nil)
      }
    }
    var topSpeed: Double?
    try track(TrackQuery(start: start, end: end - 1)) { fix in
      guard fix.warnings.isEmpty, let point = TripFix(fix), point.isUsable else { return }
      if let speed = fix.speed { topSpeed = max(topSpeed ?? 0, speed) }
      body(
        SketchedPlace(
          start: point.time, end: point.time, latitude: point.latitude, longitude: point.longitude),
        fix.speed)
    }
    return topSpeed
  }
}

/// Sums up trips and stops, in all and by steps.
struct HistorySums {
  private var detector = TripDetector()
  private var totals: DailyTotals
  private var days: DailyTotals
  private let question: HistoryQuestion

  init(_ question: HistoryQuestion) {
    self.question = question
    let (steps, first) = (question.steps, question.start)
    days = DailyTotals(
      DailyTotals.Calendar(
        day: { Int((($0 - first) / 86_400).rounded(.down)) },
        start: { first + Double($0) * 86_400 }),
      in: question.start...question.end)
    // Days are counted by their places among the steps.
    totals = DailyTotals(
      DailyTotals.Calendar(
        day: { time in
          var (low, high) = (0, steps.count)
          while low < high {
            let middle = (low + high) / 2
            if steps[middle] <= time { low = middle + 1 } else { high = middle }
          }
          return low - 1
        }, start: { steps.indices.contains($0) ? steps[$0] : $0 < 0 ? -.infinity : .infinity }),
      in: question.start...question.end)
  }

  mutating func received(_ place: SketchedPlace, _ speed: Double?) {
    for time in place.end > place.start ? [place.start, place.end] : [place.start] {
      let fix = TripFix(
        time: time, latitude: place.latitude, longitude: place.longitude, speed: speed)
      detector.received(fix) {
        totals.add($0)
        days.add($0)
      }
    }
  }

  func answer(_ topSpeed: Double?) -> HistoryAnswer {
    var sums = self
    sums.detector.finish {
      sums.totals.add($0)
      sums.days.add($0)
    }
    var answer = HistoryAnswer()
    answer.topSpeed = topSpeed
    answer.days = sums.days.days.count
    for day in sums.days.days {
      answer.distance += day.distance
      answer.moving += day.moving
    }
    guard question.steps.count > 2 else { return answer }
    for day in sums.totals.days {
      let index = day.date.daysSince1970
      let start = question.steps.indices.contains(index) ? question.steps[index] : question.start
      let end =
        question.steps.indices.contains(index + 1) ? question.steps[index + 1] : question.end
      answer.groups.append(HistoryAnswer.Group(start: start, end: end, distance: day.distance))
    }
    return answer
  }
}
