// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GNSSReceiver
import GPSTool
import LinuxSystem
import LocationJSON
import NMEA0183
import ReceiverRecording
import UBX

extension LogSummary {
  /// Returns the output of `gps check` for programs; the names are those of the documentation.
  func members(of file: String) -> JSONMembers {
    [
      "file": file.escapedForTerminal, "bytes": byteCount, "sentenceCount": sentenceCount,
      "sentences": Self.counts(sentences.map { ($0.key.description, $0.value) }),
      "frames": Self.counts(frames.map { ($0.key.description, $0.value) }),
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
