// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GNSSReceiver
import GPSTool
import LocationJSON

/// The position, its accuracy and origin, and the motion.
enum PositionPanel {
  private struct Row {
    let label: String
    /// The order in which rows are dropped if space is short: the highest first.
    let rank: Int
    let value: String
    let style: CellStyle
  }

  private static func row(
    _ label: String, _ rank: Int, _ value: String?, _ style: CellStyle = .plain
  ) -> Row? {
    value.map { Row(label: label, rank: rank, value: $0, style: style) }
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
    let view = scene.state.view
    var rows: [Row?]
    if let position = view.position {
      rows =
        place(position.fix, .bold, scene) + motion(position.fix, scene)
        + quality(position.fix, scene)
    } else if let last = view.lastPosition {
      let age = "\(Quantities.elapsed(scene.now - last.arrival)) ago"
      rows = [row("last known", 0, age, .bold)] + place(last.fix, .dim, scene)
      rows.append(satellites(scene))
    } else {
      rows = [row("position", 0, "none yet"), satellites(scene)]
    }
    return rows.compactMap(\.self)
  }

  private static func place(_ fix: Fix, _ style: CellStyle, _ scene: MonitorScene) -> [Row?] {
    let quantities = scene.quantities
    let warnings = fix.warnings.list.map(\.name).joined(separator: ", ")
    let source = fix.horizontalAccuracySource.map { ", from \(name(of: $0))" } ?? ""
    let vertical = fix.verticalAccuracy.map { "  " + quantities.accuracy($0) } ?? ""
    return [
      row("warning", 0, warnings.isEmpty ? nil : warnings, CellStyle(color: .red, isBold: true)),
      row("source", 2, fix.source == .geoClue ? "GeoClue, not a receiver" : nil),
      row("latitude", 1, quantities.latitude(fix.latitude), style),
      row("longitude", 1, quantities.longitude(fix.longitude), style),
      row("accuracy", 2, fix.horizontalAccuracy.map { quantities.accuracy($0) + source }),
      row("altitude", 4, fix.altitude.map { quantities.altitude($0) + vertical }),
      row("time", 6, fix.time.map(time)),
    ]
  }

  private static func motion(_ fix: Fix, _ scene: MonitorScene) -> [Row?] {
    let (quantities, heading) = (scene.quantities, scene.state.view.heading)
    let geographic = heading?.trueHeading.map { direction($0, scene) }
    let magnetic = heading?.magneticHeading.map { quantities.direction($0) + " magnetic" }
    return [
      row("speed", 3, fix.speed.map(quantities.speed)),
      row("course", 3, fix.course.map { direction($0, scene) }),
      row("climb", 9, fix.verticalSpeed.map(quantities.speed)),
      row(
        "heading", 8,
        scene.settings.north == .magnetic ? magnetic ?? geographic : geographic ?? magnetic),
    ]
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

  private static func quality(_ fix: Fix, _ scene: MonitorScene) -> [Row?] {
    let words = [fix.mode?.name, fix.quality?.name].compactMap(\.self).joined(separator: " ")
    let dilution = dilution(fix.dilutionOfPrecision)
    return [
      row("fix", 5, words.isEmpty ? nil : words), row("corrected", 6, FixLine.corrections(fix)),
      satellites(scene), row("signatures", 6, fix.authentication?.text),
      row("receiver", 8, fix.authentication?.receiverText),
      row("DOP", 7, dilution.isEmpty ? nil : dilution),
    ]
  }

  private static func satellites(_ scene: MonitorScene) -> Row? {
    let fix = scene.state.view.position?.fix
    let count = scene.state.satellites.count
    let seen = fix?.satellitesInView ?? (count > 0 ? count : nil)
    let value: String? =
      switch (fix?.satellitesUsed, seen) {
      case (let used?, let seen?): "\(used) of \(seen) used"
      case (let used?, nil): "\(used) used"
      case (nil, let seen?): "\(seen) in view"
      case (nil, nil): nil
      }
    return row("satellites", 5, value)
  }

  static func dilution(_ dilution: DilutionOfPrecision) -> String {
    [("H", dilution.horizontal), ("V", dilution.vertical), ("P", dilution.position)]
      .compactMap { name, value in value.map { "\(name) \(Quantities.number($0, decimals: 1))" } }
      .joined(separator: "  ")
  }

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
