// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GPSTool
import LinuxSystem
import LocationGeometry
import LocationJSON
import LocationPage
import NMEA0183
import ReceiverRecording

/// Returns the lines in which `gps check` describes a log, so that they fit in a number of characters.
func report(
  on summary: LogSummary, of file: String, in units: UnitSystem = .metric, width: Int? = nil
) -> [String] {
  var lines = [printable(file.fileName)]
  func row(_ name: String, _ value: String?) {
    guard let value else { return }
    let start = "  " + name + String(repeating: " ", count: max(1, 12 - name.count))
    let values = width.map { value.wrapped(to: max(20, $0 - 14)) } ?? [value]
    let indentation = String(repeating: " ", count: 14)
    lines += values.enumerated().map { ($0 == 0 ? start : indentation) + $1 }
  }
  row("receiver", identity(summary))
  row("role", role(summary))
  if summary.sentenceCount > 0 {
    row("standard", "NMEA 0183 version \(summary.traits.version)")
  }
  row("size", size(summary))
  row("binary", binary(summary))
  row("dropped", summary.defects.isEmpty ? "nothing" : summary.defects.summary)
  row("time", summary.span.map { "\(text($0.first)) to \(text($0.last))" })
  row("rate", rate(summary))
  row("fixes", fixes(summary))
  row("travel", travel(summary.travel, units))
  row("area", area(summary, units))
  row("altitude", summary.altitudes.map { altitudes($0, units.lengthUnit) })
  row("satellites", satellites(summary))
  for (index, line) in summary.accuracyLines.enumerated() {
    row(index == 0 ? "accuracy" : "", line)
  }
  row("status", navigationalStatus(summary.traits))
  for (index, line) in (summary.authentication?.lines ?? []).enumerated() {
    row(index == 0 ? "signatures" : "", line)
  }
  for (index, line) in warnings(summary.warnings).enumerated() {
    row(index == 0 ? "warnings" : "", line)
  }
  if summary.sentenceCount > 0 { lines.append("  sentences") }
  for (formatter, talkers) in table(summary) { row("  " + formatter, talkers) }
  if !summary.frames.isEmpty { lines.append("  frames") }
  for (name, count) in summary.frames.sorted(by: { $0.key < $1.key }) {
    row("  " + name, " \(count)")
  }
  let advice = advice(on: summary)
  if !advice.isEmpty {
    lines.append("  advice")
    for line in advice {
      lines += (width.map { line.wrapped(to: $0 - 4) } ?? [line]).map { "    " + $0 }
    }
  }
  return lines
}

private func identity(_ summary: LogSummary) -> String? {
  let makers = summary.traits.makers.sorted().joined(separator: ", ")
  let parts = ([makers] + summary.traits.identities.map(printable)).filter { !$0.isEmpty }
  return parts.isEmpty ? nil : parts.joined(separator: "; ")
}

/// Returns what the receiver is, unless it is one that is asked where it is.
private func role(_ summary: LogSummary) -> String? {
  guard summary.traits.solvesForTimeAlone else { return nil }
  let isBase = summary.binaryFrames.counts["RTCM 3"] != nil
  return (isBase ? "base of an RTK pair" : "base of an RTK pair, or a source of time")
    + ": it solves for the time alone, at a position that was entered or surveyed"
}

/// Returns what the receiver says of its own integrity, if it does.
private func navigationalStatus(_ traits: ReceiverTraits) -> String? {
  let counts = traits.navigationalStatuses
  guard counts.keys.contains(where: { $0 != .notProvided }) else { return nil }
  let total = counts.values.reduce(0, +)
  let parts = counts.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }
    .map { "\($0.key.name) in \($0.value)" }
  return parts.joined(separator: ", ") + " of \(total) sentences with a navigational status"
}

private func size(_ summary: LogSummary) -> String {
  let frames = summary.frames.values.reduce(0, +)
  let parts = [
    frames > 0 && summary.sentenceCount == 0 ? nil : "\(summary.sentenceCount) sentences",
    summary.bareSentences > 0 ? "\(summary.bareSentences) of them without a $" : nil,
    frames > 0 ? "\(frames) frames" : nil,
  ]
  return (["\(summary.byteCount) bytes"] + parts.compactMap(\.self)).joined(separator: ", ")
}

private func binary(_ summary: LogSummary) -> String? {
  let counts = summary.binaryFrames.counts.sorted { $0.key < $1.key }
  return counts.isEmpty
    ? nil : counts.map { "\($0.value) frames of \($0.key)" }.joined(separator: ", ")
}

private func rate(_ summary: LogSummary) -> String? {
  guard let rate = summary.rate else { return nil }
  var line = rate < 0.1 ? "an epoch every \(text(1 / rate, 1)) s" : "\(text(rate, 2)) Hz"
  if summary.gapCount > 0, let gap = summary.longestGap {
    line += summary.gapCount == 1 ? ", one gap of" : ", \(summary.gapCount) gaps, the longest"
    line += " \(text(Double(gap.milliseconds) / 1000, 1)) s"
    line += " until \(gap.end)"
  } else {
    line += ", no gaps"
  }
  return line
}

private func fixes(_ summary: LogSummary) -> String {
  guard summary.fixCount > 0 else { return "none" }
  let share = summary.fixShare.map { ", in \(text($0 * 100, 1)) % of the epochs" } ?? ""
  let lost =
    switch summary.lossCount {
    case 0: ""
    case 1: ", lost once"
    default: ", lost \(summary.lossCount) times"
    }
  return "\(summary.fixCount)\(share)\(lost)"
}

private func travel(_ travel: Travel, _ units: UnitSystem) -> String? {
  guard travel.duration > 0 else { return nil }
  let parts = [
    units.distance(travel.distance) + " in " + durationText(travel.duration),
    "moving for " + durationText(travel.movingTime),
    travel.topSpeed.map { "top speed \(units.speed($0))" },
  ]
  return parts.compactMap(\.self).joined(separator: ", ")
}

private func area(_ summary: LogSummary, _ units: UnitSystem) -> String? {
  guard let area = summary.area else { return nil }
  let size = area.size
  return "latitude \(text(area.latitudes.lowerBound, 6)) to \(text(area.latitudes.upperBound, 6)), "
    + "longitude \(text(area.longitudes.lowerBound, 6)) to \(text(area.longitudes.upperBound, 6)): "
    + "\(units.distance(size.width)) by \(units.distance(size.height))"
}

private func altitudes(_ range: ClosedRange<Double>, _ unit: UnitSystem.Unit) -> String {
  let ends = [range.lowerBound, range.upperBound].map { text($0 / unit.size, 1) }
  return "\(ends[0]) to \(ends[1]) \(unit.name)"
}

private func satellites(_ summary: LogSummary) -> String? {
  func range(_ histogram: Histogram) -> String? {
    guard let low = histogram.minimum, let high = histogram.maximum, let middle = histogram.median
    else { return nil }
    return low == high ? "\(low)" : "\(low) to \(high), median \(middle)"
  }
  let parts = [
    range(summary.satellitesUsed).map { "\($0) used" },
    range(summary.satellitesInView).map { "\($0) in view" },
  ]
  let line = parts.compactMap(\.self).joined(separator: "; ")
  return line.isEmpty ? nil : line
}

/// Returns a line for each time that fixes should not have been trusted.
private func warnings(_ warnings: WarningEpisodes) -> [String] {
  let lines = warnings.episodes.map { episode in
    let duration = episode.seconds.map { ", for " + durationText($0) } ?? ""
    let fixes = counted(episode.fixCount, "fix", "fixes")
    let span = episode.first.map { " from \(text($0)) to \(text(episode.last ?? $0))" } ?? ""
    return "\(episode.warning.name)\(span)\(duration), \(fixes): " + episode.warning.meaning
  }
  let more = warnings.count - lines.count
  return more > 0 ? lines + ["\(more) more"] : lines
}

/// Returns the sentences by formatter, each with its talkers.
private func table(_ summary: LogSummary) -> [(String, String)] {
  var rows: [String: [(String, Int)]] = [:]
  for (address, count) in summary.sentences {
    let name = address.formatter?.description ?? address.description
    rows[name, default: []].append((address.talker?.description ?? "", count))
  }
  return rows.sorted { $0.key < $1.key }.map { name, talkers in
    let counts = talkers.sorted { $0.0 < $1.0 }
      .map { $0.0.isEmpty ? "\($0.1)" : "\($0.0) \($0.1)" }
    return (name, counts.joined(separator: ", "))
  }
}

private func text(_ value: Double, _ decimals: Int) -> String { String(value, decimals: decimals) }

private func text(_ time: FixTime) -> String { String(time, separator: " ") }

extension LogSummary {
  /// Returns the output of `gps check` for programs; the names are those of the documentation.
  func members(of file: String) -> JSONMembers {
    [
      "file": file.escapedForTerminal, "bytes": byteCount, "sentenceCount": sentenceCount,
      "bareSentences": bareSentences, "unreadablePositions": unreadablePositions.count,
      "sentences": Self.counts(sentences.map { ($0.key.description, $0.value) }),
      "frames": Self.counts(frames.map { ($0.key, $0.value) }),
      "defects": defects, "binaryFrames": binaryFrames.counts,
      "leftOut": Self.counts(reportsLeftOut.map { ($0.talker.description, $0.count) }),
      "first": span.map { Self.timestamp($0.first) }, "last": span.map { Self.timestamp($0.last) },
      "rate": rate, "epochs": epochCount, "gaps": gaps, "fixes": fixCount, "fixShare": fixShare,
      "fixesLost": lossCount, "distance": travel.distance, "duration": travel.duration,
      "movingTime": travel.movingTime, "topSpeed": travel.topSpeed, "area": area.map(Self.box),
      "altitude": altitudes.map(Self.range),
      "satellitesUsed": Self.spread(satellitesUsed),
      "satellitesInView": Self.spread(satellitesInView),
      "accuracySources": Self.counts(accuracySources.map { ($0.key.name, $0.value) }),
      "accuracies": accuracyMembers,
      "navigationalStatus": traits.navigationalStatuses.isEmpty
        ? nil : Self.counts(traits.navigationalStatuses.map { ($0.key.name, $0.value) }),
      "role": traits.solvesForTimeAlone ? "base" : nil, "authentication": authentication?.members,
      "warnings": warnings.episodes.map(Self.episode), "warningCount": warnings.count,
      "version": traits.version, "makers": traits.makers.sorted(),
      "identities": traits.identities, "datum": traits.foreignDatum, "advice": gps.advice(on: self),
    ]
  }

  private static func counts(_ rows: [(String, Int)]) -> [String: Int] {
    Dictionary(uniqueKeysWithValues: rows)
  }

  private var gaps: JSONMembers? {
    guard gapCount > 0, let gap = longestGap else { return nil }
    let longest = Double(gap.milliseconds) / 1000
    return ["count": gapCount, "longest": longest, "until": gap.end.description]
  }

  private static func episode(_ episode: WarningEpisodes.Episode) -> JSONMembers {
    [
      "warning": episode.warning.name, "from": episode.first.map(timestamp),
      "to": episode.last.map(timestamp), "seconds": episode.seconds, "fixes": episode.fixCount,
    ]
  }

  private static func box(_ area: Area) -> JSONMembers {
    [
      "south": area.latitudes.lowerBound, "north": area.latitudes.upperBound,
      "west": area.longitudes.lowerBound, "east": area.longitudes.upperBound,
      "width": area.size.width, "height": area.size.height,
    ]
  }

  private static func range(_ range: ClosedRange<Double>) -> JSONMembers {
    ["minimum": range.lowerBound, "maximum": range.upperBound]
  }

  private static func spread(_ histogram: Histogram) -> JSONMembers? {
    guard let minimum = histogram.minimum else { return nil }
    return ["minimum": minimum, "median": histogram.median, "maximum": histogram.maximum]
  }

  /// Formats date and time as in `gps replay`; only the time of day if there is no date.
  private static func timestamp(_ time: FixTime) -> String {
    let text = String(time)
    return time.date == nil ? String(text.dropLast()) : text
  }
}
