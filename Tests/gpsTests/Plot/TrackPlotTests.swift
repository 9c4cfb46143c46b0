// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import GNSS
import LocationPage
import Testing

@testable import gps

@Suite struct TrackPlotTests {
  /// Returns fixes of a receiver that moves north at 10 m/s, and then rests.
  private func track(_ count: Int = 60, at start: (Double, Double) = (47, 9)) -> PlotTrack {
    var track = PlotTrack()
    for second in 0..<count {
      var fix = Fix(
        time: FixTime(
          nanosecondsSince1970: 1_749_988_800_000_000_000 + Int64(second) * 1_000_000_000),
        latitude: start.0 + Double(min(second, 30)) * 0.000_09,
        longitude: start.1 + (second > 30 ? Double(second % 2) * 0.000_013 : 0))
      fix.speed = second <= 30 ? 10 : 0
      fix.horizontalAccuracy = 3
      track.append(fix, beginsSegment: second == 0 || second == 45)
    }
    return track
  }

  private func plot(_ track: PlotTrack, _ panels: [PlotPanel] = PlotPanel.allCases) -> TrackPlot {
    TrackPlot(name: "a <b>", track: track, panels: panels, color: .speed)
  }

  @Test func isTheSameForTheSameTrack() {
    #expect(plot(track()).svg == plot(track()).svg)
  }

  @Test func leavesOutUnknownValues() {
    let plot = plot(track())
    #expect(plot.missing == [.altitude, .satellites])
    #expect(plot.svg.contains("Speed, km/h") && !plot.svg.contains("Satellites used"))
  }

  @Test func escapesItsName() {
    #expect(plot(track()).svg.contains(">a &lt;b&gt;</text>"))
  }

  @Test func drawsThePanelsThatWereAskedFor() {
    #expect(plot(track(), [.speed]).svg.contains("class=\"curve\""))
    #expect(!plot(track(), [.speed]).svg.contains("class=\"north\""))
    #expect(!plot(track(), [.map]).svg.contains("class=\"curve\""))
  }

  /// The track begins at noon, and has a mark every ten seconds.
  @Test func marksTheTime() {
    let marks = PlotAxis(track()).marks
    #expect(marks.map(\.text) == (0..<6).map { "12:00:\($0)0" })
    #expect(marks.map(\.value) == [0, 10, 20, 30, 40, 50])
  }

  @Test func countsTheWayWhereThereIsNoTime() throws {
    var track = PlotTrack()
    for index in 0..<3 {
      let fix = Fix(time: nil, latitude: 47, longitude: 9 + Double(index) / 100)
      track.append(fix, beginsSegment: index == 0)
    }
    let axis = PlotAxis(track)
    #expect(axis.isDistance)
    // A hundredth of a degree is 761 m there.
    #expect(abs(axis.range.upperBound - 1521) < 2)
    #expect(plot(track).svg.contains("1.52 km  ·  3 fixes"))
  }

  /// 30 s at 10 m/s, then 29 s in which each place is a meter beside the one before; a segment begins at 45 s.
  @Test func aRestAddsNothingToTheDistance() {
    #expect(plot(track()).svg.contains("59 s  ·  300 m  ·  60 fixes"))
  }

  @Test func interruptsTheCurveBetweenSegments() throws {
    let svg = plot(track(), [.speed]).svg
    let curve = try #require(svg.components(separatedBy: "class=\"curve\" d=\"").last)
    let data = curve.prefix { $0 != "\"" }
    #expect(data.count { $0 == "M" } == 2)
  }

  @Test func drawsCoastsOnWideMapsOnly() {
    var far = track()
    for second in 0..<3 {
      let time = FixTime(
        nanosecondsSince1970: 1_749_988_900_000_000_000 + Int64(second) * 1_000_000_000)
      far.append(Fix(time: time, latitude: 53, longitude: 1), beginsSegment: second == 0)
    }
    #expect(plot(far, [.map]).svg.contains("class=\"sea\""))
    #expect(!plot(far, [.map]).svg.contains("class=\"globe\""))
    #expect(plot(track(), [.map]).svg.contains("class=\"globe\""))
  }

  @Test func continuesBeyondTheAntimeridian() {
    var track = PlotTrack()
    for (index, longitude) in [179.9, -179.9, 179.9].enumerated() {
      let fix = Fix(
        time: FixTime(nanosecondsSince1970: Int64(index)), latitude: 0, longitude: longitude)
      track.append(fix, beginsSegment: index == 0)
    }
    let longitudes = track.samples.map(\.longitude)
    #expect(zip(longitudes, [179.9, 180.1, 179.9]).allSatisfy { abs($0 - $1) < 1e-9 })
  }

  /// The memory for a long track is limited, and its segments are kept.
  @Test func thinsALongTrack() {
    var track = PlotTrack()
    let count = PlotTrack.most + 1000
    for index in 0..<count {
      let fix = Fix(
        time: FixTime(nanosecondsSince1970: Int64(index) * 1_000_000_000), latitude: 0,
        longitude: Double(index % 1000) / 1e5)
      track.append(fix, beginsSegment: index == 0 || index == 70_001)
    }
    #expect(track.count == count)
    #expect(track.samples.count <= PlotTrack.most / 2 + 1000)
    #expect(track.samples.count { $0.beginsSegment } == 2)
  }

  // MARK: Units and density

  /// 300 m at 10 m/s: 19.4 knots, or 22.4 mph; a bar of at most 220 pixels is 100 m or 200 ft long.
  @Test(
    arguments: [
      (.metric, "Speed, km/h", "m"), (.nautical, "Speed, kn", "m"), (.imperial, "Speed, mph", "ft"),
    ] as [(UnitSystem, String, String)])
  func everyFigureHasTheUnitOfThePersonsChoice(units: UnitSystem, title: String, length: String) {
    var plot = plot(track())
    plot.units = units
    let svg = plot.svg
    #expect(svg.contains(">\(title)</text>"))
    #expect(svg.contains(">Horizontal accuracy, \(length)</text>"))
    #expect(svg.contains(" \(length)</text>"))
  }

  /// An hour at one place, and ten seconds on the way to another.
  @Test func densityShowsWhereTheTimeWasSpent() throws {
    var track = PlotTrack()
    for (seconds, longitude) in [(0, 9.0), (1800, 9), (3600, 9), (3610, 9.001), (3620, 9.001)] {
      let time = FixTime(nanosecondsSince1970: Int64(seconds) * 1_000_000_000)
      track.append(Fix(time: time, latitude: 47, longitude: longitude), beginsSegment: seconds == 0)
    }
    let svg = TrackPlot(name: "a", track: track, panels: [.map], color: .density).svg
    #expect(!svg.contains("class=\"casing\""))
    #expect(svg.contains(">Time in each place</text>"))
    // The darkest color is that of the longest time, the lightest that of the shortest.
    let least = DensityLayer.color(0)
    let most = DensityLayer.color(ColorScale.steps - 1)
    #expect(most == ColorScale.color(0))
    #expect(svg.split(separator: "<rect fill=\"\(most)\" ").count > 2)
    #expect(svg.split(separator: "<rect fill=\"\(least)\" ").count > 2)
  }

  /// What happened in a gap of more than an hour, or between segments, is unknown.
  @Test func densityInventsNothing() throws {
    func layer(_ seconds: Int64, beginsSegment: Bool) throws -> DensityLayer? {
      var track = PlotTrack()
      for (time, begins) in [(0, true), (seconds, beginsSegment)] {
        track.append(
          Fix(
            time: FixTime(nanosecondsSince1970: time * 1_000_000_000), latitude: 47, longitude: 9),
          beginsSegment: begins)
      }
      let projection = MapProjection(track.samples, x: 0, y: 0, width: 900)
      return DensityLayer(track.samples, projection)
    }
    #expect(try layer(3600, beginsSegment: false) != nil)
    #expect(try layer(3601, beginsSegment: false) == nil)
    #expect(try layer(10, beginsSegment: true) == nil)
  }

  @Test func drawsTheDensityOfMoreThanEightDays() {
    #expect(resting([3, 3], period: 8 * 86_400).usualColor == .speed)
    #expect(resting([3, 3], period: 8 * 86_400 + 1).usualColor == .density)
  }

  // MARK: What a picture must not hide

  /// Returns fixes of a receiver at rest, once a second, with these accuracies.
  private func resting(_ accuracies: [Double], period: Int64 = 1) -> PlotTrack {
    var track = PlotTrack()
    for (index, accuracy) in accuracies.enumerated() {
      var fix = Fix(
        time: FixTime(
          nanosecondsSince1970: 1_749_988_800_000_000_000 + Int64(index) * period * 1_000_000_000),
        latitude: 47, longitude: 9)
      fix.speed = 0
      fix.horizontalAccuracy = accuracy
      track.append(fix, beginsSegment: index == 0)
    }
    return track
  }

  /// The marks at the left of the accuracy's profile: they end 6 pixels before the frame, which begins at 58.
  private func marks(_ accuracies: [Double]) -> [String] {
    let svg = plot(resting(accuracies), [.accuracy]).svg
    return svg.split(separator: "\n").filter { $0.contains("x=\"52\"") }.compactMap { line in
      line.split(separator: ">").dropFirst().first?.split(separator: "<").first.map(String.init)
    }
  }

  @Test(
    arguments: [
      ("centimeters", [0.01, 0.012, 0.014, 0.013, 0.011, 0.01], ["0", "0.005", "0.01", "0.015"]),
      ("an outlier", [3, 3, 3, 900, 3, 3, 3], ["0", "1", "2", "3", "4"]),
      ("one that only grows", [0, 10, 20, 30, 40], ["0", "10", "20", "30", "40", "50"]),
      ("a long peak", [3, 3, 90, 90, 90, 3, 3], ["0", "50", "100"]),
      ("few values", [3, 90], ["0", "50", "100"]),
    ] as [(String, [Double], [String])])
  func profilesFitTheirValues(why: String, accuracies: [Double], expected: [String]) {
    #expect(marks(accuracies) == expected, "\(why)")
  }

  @Test func leavesOutWhatIsAlwaysZero() {
    let track = resting([3, 3])
    #expect(!track.panels.contains(.speed) && track.panels.contains(.accuracy))
  }

  /// A date of ten letters is some 70 pixels wide; the picture ends 28 pixels after the frame.
  @Test func noDateIsCutOff() throws {
    let svg = plot(resting(Array(repeating: 3, count: 10), period: 43_200), [.accuracy]).svg
    let last = try #require(svg.split(separator: "\n").last { $0.contains(">2025-06-") })
    #expect(last.contains("text-anchor=\"end\""))
  }
}
