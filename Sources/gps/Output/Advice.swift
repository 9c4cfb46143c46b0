// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GPSTool
import LocationGeometry
import NMEA0183
import ReceiverRecording

func advice(on summary: LogSummary) -> [String] {
  if !summary.hasPositionReports { return [lackOfPosition(summary)] }
  let formatters = Set(summary.sentences.keys.compactMap { $0.formatter?.description })
  // A receiver whose frames make fixes needs no sentence.
  let hasFrames =
    !summary.frames.isEmpty
    && (summary.fixCount > 0 || formatters.isDisjoint(with: ["GGA", "GNS", "RMC", "GLL"]))
  let lines =
    [lackOfFix(summary)] + (hasFrames ? [] : missing(formatters, summary)) + doubtful(summary)
    + disturbing(summary)
  return lines.compactMap(\.self)
}

/// Returns which messages to turn on, since none that came is about a position.
private func lackOfPosition(_ summary: LogSummary) -> String {
  guard !summary.frames.isEmpty else { return "no position: turn on GGA and RMC" }
  // AID and MGA: what helps a receiver to its first fix.
  let isAiding = summary.frames.keys.allSatisfy { $0.hasPrefix("AID-") || $0.hasPrefix("MGA-") }
  let what = isAiding && summary.sentences.isEmpty ? "these are aiding data alone; " : ""
  return "no position: \(what)turn on NAV-PVT, or GGA and RMC"
}

private func lackOfFix(_ summary: LogSummary) -> String? {
  if let fault = summary.antenna?.fault {
    return "the receiver reports that its antenna \(fault): check its plug and cable"
  }
  if summary.fixCount > 0 { return nil }
  if summary.unreadablePositions.prevail {
    let sentences = counted(summary.unreadablePositions.count, "sentence")
    return
      "no fix: \(sentences) with a position came, but the time, a coordinate or the quality is unreadable; "
      + "whatever writes them should follow NMEA 0183, as in 120000.00 and 4732.60,N"
  }
  if summary.traits.solvesForTimeAlone {
    return
      "no fix: a base solves for the time alone; turn on GGA to see the position that it was given"
  }
  return
    "no fix: the receiver had none; give the antenna a view of the sky, and wait some minutes"
}

/// Returns what the receiver could send but did not.
private func missing(_ formatters: Set<String>, _ summary: LogSummary) -> [String?] {
  let time: String? =
    if summary.timelessCount > 0 {
      "positions without a time: \(summary.timelessCount) of \(summary.fixCount) fixes; "
        + "turn on RMC or GGA with a time"
    } else if summary.span?.first.date != nil {
      nil
    } else if formatters.isDisjoint(with: ["RMC", "ZDA"]) {
      "no date: turn on RMC or ZDA; without them, fixes have only a time of day"
    } else if summary.fixCount > 0 {
      "no date: no valid RMC and no ZDA contained one"
    } else {
      nil
    }
  let accuracy = summary.fixCount > 0 ? accuracyWithoutGST(summary) : nil
  return [
    time,
    summary.hasHeights || !formatters.isDisjoint(with: ["GGA", "GNS"])
      ? nil : "no altitude: turn on GGA",
    summary.travel.topSpeed != nil || !formatters.isDisjoint(with: ["RMC", "VTG"])
      ? nil : "no speed and course: turn on RMC or VTG",
    accuracy.map { "no GST: \($0); turn on GST" },
    formatters.contains("GSA")
      ? nil
      : "no GSA: turn it on to get the fix mode, the vertical accuracy and the satellites used",
  ]
}

/// Returns advice on data that is not what it seems to be.
private func doubtful(_ summary: LogSummary) -> [String?] {
  let datum = summary.traits.foreignDatum.map {
    "positions refer to the datum \(printable($0)), not to WGS 84; set the receiver to W84"
  }
  guard let first = summary.span?.first else { return [datum] }
  if first.isRolloverCorrected {
    return [
      datum,
      "dates were moved forward by 1024 weeks: the receiver's week counter has overflowed; look for "
        + "newer firmware",
    ]
  }
  guard let date = first.date, date.year < 2007 else { return [datum] }
  return [
    datum,
    "dates before 2007: if the log is newer than that, the receiver's week counter has overflowed; "
      + "use --reference-date",
  ]
}

/// Returns advice on unwanted data between the sentences.
private func disturbing(_ summary: LogSummary) -> [String?] {
  let others = summary.reportsLeftOut.map { "\($0.count) sentences of \($0.talker)" }
    .joined(separator: ", ")
  let hasBinary = summary.binaryFrames.counts.keys.contains { !ReceiverProtocols.isRead($0) }
  let damaged = summary.defects.checksumMismatches + summary.defects.brokenSentences
  return [
    others.isEmpty
      ? nil
      : "two clocks share the line: \(others) were left out of the fixes; separate the receivers, "
        + "or stop the plotter from repeating positions",
    hasBinary ? "binary frames are ignored: turn them off if the line is too slow" : nil,
    damaged > 0 && summary.sentenceCount < 20 * damaged
      ? "many sentences are damaged: check the cable, the baud rate and the power supply" : nil,
  ]
}

/// Returns what replaces GST; `nil` if the log has it, or another estimate by the receiver itself.
private func accuracyWithoutGST(_ summary: LogSummary) -> String? {
  let sources = summary.accuracySources.keys
  if sources.isEmpty { return "the accuracy is unknown" }
  return sources.allSatisfy { $0 == .dilutionOfPrecision }
    ? "the accuracy is estimated from the DOP" : nil
}
