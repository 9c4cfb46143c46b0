// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GNSSReceiver
import NMEA0183
import ReceiverRecording

/// What a log lacks, and the remedies.
struct Advice {
  private(set) var lines: [String] = []

  init(_ summary: LogSummary) {
    let formatters = Set(summary.sentences.keys.compactMap { $0.formatter?.description })
    let addresses = Set(summary.sentences.keys.map(\.description))
    let positions: Set = ["GGA", "GNS", "RMC", "GLL"]
    // A receiver whose frames make fixes needs no sentence.
    if !summary.frames.isEmpty, summary.fixCount > 0 || formatters.isDisjoint(with: positions) {
      adviseOnNoFix(summary)
      adviseOnDoubtful(summary)
      adviseOnDisturbing(summary)
      return
    }
    if formatters.isDisjoint(with: positions), !addresses.contains("PUBX") {
      lines.append("no position: turn on GGA and RMC")
      return
    }
    adviseOnMissing(formatters, summary)
    adviseOnDoubtful(summary)
    adviseOnDisturbing(summary)
  }

  /// Advises on the antenna, if there was no fix or the receiver reports a fault.
  private mutating func adviseOnNoFix(_ summary: LogSummary) {
    if let status = summary.traits.antennaStatus, ["OPEN", "SHORT"].contains(status) {
      lines.append(
        "the receiver reports a fault of its antenna (ANTSTATUS=\(status)): check its plug and cable"
      )
    } else if summary.fixCount == 0 {
      lines.append(
        "no fix: the receiver had none; give the antenna a view of the sky, and wait some minutes")
    }
  }

  /// Advises on what the receiver could send but did not.
  private mutating func adviseOnMissing(_ formatters: Set<String>, _ summary: LogSummary) {
    adviseOnNoFix(summary)
    if summary.timelessCount > 0 {
      lines.append(
        "positions without a time: \(summary.timelessCount) of \(summary.fixCount) fixes; "
          + "turn on RMC or GGA with a time")
    } else if formatters.isDisjoint(with: ["RMC", "ZDA"]) {
      lines.append("no date: turn on RMC or ZDA; without them, fixes have only a time of day")
    } else if summary.fixCount > 0, summary.span?.first.date == nil {
      lines.append("no date: no valid RMC and no ZDA contained one")
    }
    if formatters.isDisjoint(with: ["GGA", "GNS"]) {
      lines.append("no altitude: turn on GGA")
    }
    if formatters.isDisjoint(with: ["RMC", "VTG"]) {
      lines.append("no speed and course: turn on RMC or VTG")
    }
    if summary.fixCount > 0, let what = Self.accuracyWithoutGST(summary) {
      lines.append("no GST: \(what); turn on GST")
    }
    if !formatters.contains("GSA") {
      lines.append(
        "no GSA: turn it on to get the fix mode, the vertical accuracy and the satellites used")
    }
  }

  /// Advises on data that is not what it seems to be.
  private mutating func adviseOnDoubtful(_ summary: LogSummary) {
    if let datum = summary.traits.foreignDatum {
      lines.append(
        "positions refer to the datum \(printable(datum)), not to WGS 84; set the receiver to W84")
    }
    if let first = summary.span?.first, first.isRolloverCorrected {
      lines.append(
        "dates were moved forward by 1024 weeks: the receiver's week counter has overflowed; look for "
          + "newer firmware")
    } else if let date = summary.span?.first.date, date.year < 2007 {
      lines.append(
        "dates before 2007: if the log is newer than that, the receiver's week counter has overflowed; "
          + "use --reference-date")
    }
  }

  /// Advises on unwanted data between the sentences.
  private mutating func adviseOnDisturbing(_ summary: LogSummary) {
    if let others = Self.others(summary) {
      lines.append(
        "two clocks share the line: \(others) were left out of the fixes; separate the receivers, "
          + "or stop the plotter from repeating positions")
    }
    if summary.binaryFrames.counts.keys.contains(where: { $0 != BinaryFrameDetector.ubx }) {
      lines.append("binary frames are ignored: turn them off if the line is too slow")
    }
    let damaged = summary.defects.checksumMismatches + summary.defects.brokenSentences
    if damaged > 0, summary.sentenceCount < 20 * damaged {
      lines.append(
        "many sentences are damaged: check the cable, the baud rate and the power supply")
    }
  }

  /// Returns what was left out because the fixes came from another talker; `nil` if nothing was.
  private static func others(_ summary: LogSummary) -> String? {
    let counts = summary.reportsLeftOut
    return counts.isEmpty
      ? nil : counts.map { "\($0.count) sentences of \($0.talker)" }.joined(separator: ", ")
  }

  /// Returns what replaces GST; `nil` if the log has it, or another estimate by the receiver itself.
  private static func accuracyWithoutGST(_ summary: LogSummary) -> String? {
    let sources = summary.accuracySources.keys
    if sources.isEmpty { return "the accuracy is unknown" }
    guard sources.allSatisfy({ $0 == .dilutionOfPrecision }) else { return nil }
    return "the accuracy is estimated from the DOP"
  }
}
