// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GNSSReceiver
import LocationFormats

/// The position, its accuracy and origin, and the motion.
enum PositionPanel {
  private struct Row {
    let label: String
    let value: String
    /// The order in which rows are dropped if space is short: the highest first.
    let rank: Int
    var style = CellStyle.plain
  }

  static func draw(_ scene: MonitorScene, width: Int, height: Int, isTitled: Bool = true) -> Screen
  {
    var screen = Screen(width: width, height: height, glyphs: scene.glyphs)
    if isTitled { screen = scene.pane("1 position", width, height) }
    let first = isTitled ? 1 : 0
    var rows = rows(scene)
    while rows.count > height - first,
      let least = rows.indices.max(by: { rows[$0].rank < rows[$1].rank })
    {
      rows.remove(at: least)
    }
    for (index, row) in rows.enumerated() {
      screen.write(row.label, at: 0, first + index, .dim)
      screen.write(row.value, at: 11, first + index, row.style)
    }
    return screen
  }

  private static func rows(_ scene: MonitorScene) -> [Row] {
    if let position = scene.state.view.position {
      return rows(of: position.fix, .bold, scene) + motion(position.fix, scene)
        + quality(position.fix, scene)
    }
    guard let last = scene.state.view.lastPosition else {
      return [Row(label: "position", value: "none yet", rank: 0)] + satellites(scene)
    }
    let age = Quantities.elapsed(scene.now - last.arrival)
    return [Row(label: "last known", value: "\(age) ago", rank: 0, style: .bold)]
      + rows(of: last.fix, .dim, scene) + satellites(scene)
  }

  private static func rows(
    of fix: Fix, _ style: CellStyle, _ scene: MonitorScene
  ) -> [Row] {
    let quantities = scene.quantities
    var rows = [
      Row(label: "latitude", value: quantities.latitude(fix.latitude), rank: 1, style: style),
      Row(label: "longitude", value: quantities.longitude(fix.longitude), rank: 1, style: style),
    ]
    if let accuracy = fix.horizontalAccuracy {
      let source = fix.horizontalAccuracySource.map { ", from \(name(of: $0))" } ?? ""
      rows.append(
        Row(label: "accuracy", value: quantities.accuracy(accuracy) + source, rank: 2))
    }
    if let altitude = fix.altitude {
      let accuracy = fix.verticalAccuracy.map { "  " + quantities.accuracy($0) } ?? ""
      rows.append(
        Row(label: "altitude", value: quantities.altitude(altitude) + accuracy, rank: 4))
    }
    if let time = fix.time { rows.append(Row(label: "time", value: Self.time(time), rank: 6)) }
    if fix.source == .geoClue {
      rows.insert(Row(label: "source", value: "GeoClue, not a receiver", rank: 2), at: 0)
    }
    if !fix.warnings.isEmpty {
      let names = fix.warnings.list.map(\.name).joined(separator: ", ")
      rows.insert(
        Row(label: "warning", value: names, rank: 0, style: CellStyle(color: .red, isBold: true)),
        at: 0)
    }
    return rows
  }

  private static func motion(_ fix: Fix, _ scene: MonitorScene) -> [Row] {
    let quantities = scene.quantities
    var rows: [Row] = []
    if let speed = fix.speed {
      rows.append(Row(label: "speed", value: quantities.speed(speed), rank: 3))
    }
    if let course = fix.course {
      rows.append(Row(label: "course", value: direction(course, scene), rank: 3))
    }
    if let climb = fix.verticalSpeed {
      rows.append(Row(label: "climb", value: quantities.speed(climb), rank: 9))
    }
    let heading = scene.state.view.heading
    if scene.settings.north == .magnetic, let magnetic = heading?.magneticHeading {
      rows.append(
        Row(label: "heading", value: quantities.direction(magnetic) + " magnetic", rank: 8))
    } else if let heading = heading?.trueHeading {
      rows.append(Row(label: "heading", value: direction(heading, scene), rank: 8))
    } else if let magnetic = heading?.magneticHeading {
      rows.append(
        Row(label: "heading", value: quantities.direction(magnetic) + " magnetic", rank: 8))
    }
    return rows
  }

  /// Formats a direction from true north, or from magnetic north if chosen and the variation is known.
  private static func direction(_ degrees: Double, _ scene: MonitorScene) -> String {
    let geographic = scene.quantities.direction(degrees) + " true"
    guard scene.settings.north == .magnetic else { return geographic }
    guard let variation = scene.state.sentences.variation else {
      return geographic + ", no variation reported"
    }
    return scene.quantities.direction(degrees - variation) + " magnetic"
  }

  private static func quality(_ fix: Fix, _ scene: MonitorScene) -> [Row] {
    var rows: [Row] = []
    let words = [fix.mode?.name, fix.quality?.name].compactMap(\.self).joined(separator: " ")
    if !words.isEmpty { rows.append(Row(label: "fix", value: words, rank: 5)) }
    if let corrections = FixLine.corrections(fix) {
      rows.append(Row(label: "corrected", value: corrections, rank: 6))
    }
    rows += satellites(scene)
    let dilution = dilution(fix.dilutionOfPrecision)
    if !dilution.isEmpty { rows.append(Row(label: "DOP", value: dilution, rank: 7)) }
    return rows
  }

  private static func satellites(_ scene: MonitorScene) -> [Row] {
    let fix = scene.state.view.position?.fix
    let seen = fix?.satellitesInView ?? nonzero(scene.state.satellites.count)
    let value =
      switch (fix?.satellitesUsed, seen) {
      case (let used?, let seen?): "\(used) of \(seen) used"
      case (let used?, nil): "\(used) used"
      case (nil, let seen?): "\(seen) in view"
      case (nil, nil): ""
      }
    return value.isEmpty ? [] : [Row(label: "satellites", value: value, rank: 5)]
  }

  private static func nonzero(_ count: Int) -> Int? { count == 0 ? nil : count }

  /// Formats the known values as `H 1.0  V 1.6  P 1.9`.
  static func dilution(_ dilution: DilutionOfPrecision) -> String {
    [("H", dilution.horizontal), ("V", dilution.vertical), ("P", dilution.position)]
      .compactMap { name, value in value.map { "\(name) \(Quantities.number($0, decimals: 1))" } }
      .joined(separator: "  ")
  }

  /// Returns a short name for the origin of an accuracy.
  private static func name(of source: AccuracySource) -> String {
    switch source {
    case .assumed: "nothing reported"
    case .dilutionOfPrecision: "the DOP"
    default: source.name
    }
  }

  /// Formats a time as `2025-06-15 12:00:00Z`, without the date while it is unknown.
  static func time(_ time: FixTime) -> String {
    var text: [UInt8] = []
    if let date = time.date { text.append(date.description + " ") }
    text.append(clock: time.time)
    text.append("Z")
    return String(decoding: text, as: UTF8.self)
  }
}
