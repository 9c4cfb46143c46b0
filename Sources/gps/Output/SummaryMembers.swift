// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GNSSReceiver
import LocationJSON
import NMEA0183
import ReceiverRecording

/// The output of `gps check` for programs; the names are those of the documentation.
struct SummaryMembers: Encodable {
  let file: String
  let bytes: Int
  let sentenceCount: Int
  let sentences: [String: Int]
  let defects: Defects
  let binaryFrames: [String: Int]
  let leftOut: [String: Int]
  let first: String?
  let last: String?
  let rate: Double?
  let epochs: Int
  let gaps: Gaps?
  let fixes: Int
  let fixShare: Double?
  let fixesLost: Int
  let area: Box?
  let altitude: Range?
  let satellitesUsed: Spread?
  let satellitesInView: Spread?
  let accuracySources: [String: Int]
  let version: String
  let makers: [String]
  let identities: [String]
  let datum: String?
  let advice: [String]

  struct Gaps: Encodable {
    let count: Int
    let longest: Double
    let until: String
  }

  struct Box: Encodable {
    let south, north, west, east: Double
    let width, height: Double
  }

  struct Range: Encodable {
    let minimum, maximum: Double
  }

  struct Spread: Encodable {
    let minimum, median, maximum: Int

    init?(_ histogram: Histogram) {
      guard let minimum = histogram.minimum, let median = histogram.median,
        let maximum = histogram.maximum
      else { return nil }
      (self.minimum, self.median, self.maximum) = (minimum, median, maximum)
    }
  }

  init(_ summary: LogSummary, of file: String) {
    self.file = file
    bytes = summary.byteCount
    sentenceCount = summary.sentenceCount
    sentences = Dictionary(
      uniqueKeysWithValues: summary.sentences.map { ($0.key.description, $0.value) })
    defects = summary.defects
    binaryFrames = summary.binaryFrames.counts
    leftOut = Dictionary(
      uniqueKeysWithValues: summary.reportsLeftOut.map { ($0.talker.description, $0.count) })
    first = summary.span.map { Self.timestamp($0.first) }
    last = summary.span.map { Self.timestamp($0.last) }
    rate = summary.rate
    epochs = summary.epochCount
    gaps = summary.longestGap.flatMap {
      summary.gapCount == 0
        ? nil
        : Gaps(
          count: summary.gapCount, longest: Double($0.milliseconds) / 1000,
          until: $0.end.description)
    }
    fixes = summary.fixCount
    fixShare = summary.fixShare
    fixesLost = summary.lossCount
    area = summary.area.map {
      Box(
        south: $0.latitudes.lowerBound, north: $0.latitudes.upperBound,
        west: $0.longitudes.lowerBound, east: $0.longitudes.upperBound, width: $0.size.width,
        height: $0.size.height)
    }
    altitude = summary.altitudes.map { Range(minimum: $0.lowerBound, maximum: $0.upperBound) }
    satellitesUsed = Spread(summary.satellitesUsed)
    satellitesInView = Spread(summary.satellitesInView)
    accuracySources = Dictionary(
      uniqueKeysWithValues: summary.accuracySources.map { ($0.key.name, $0.value) })
    version = summary.traits.version
    makers = summary.traits.makers.sorted()
    identities = summary.traits.identities
    datum = summary.traits.foreignDatum
    advice = Advice(summary).lines
  }

  /// Formats date and time as in `gps replay`; only the time of day if there is no date.
  private static func timestamp(_ time: FixTime) -> String {
    let text = String(capacity: FixLine.capacity) {
      $0.append(time, separator: UInt8(ascii: "T"))
    }
    return time.date == nil ? String(text.dropLast()) : text
  }
}
