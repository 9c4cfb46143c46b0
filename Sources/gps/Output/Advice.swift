// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GNSSReceiver
import NMEA0183

/// What a log lacks, and what to do about it.
struct Advice {
  private(set) var lines: [String] = []

  init(_ summary: LogSummary) {
    let formatters = Set(summary.sentences.keys.compactMap { $0.formatter?.description })
    let addresses = Set(summary.sentences.keys.map(\.description))
    let positions: Set = ["GGA", "GNS", "RMC", "GLL"]
    if formatters.isDisjoint(with: positions), !addresses.contains("PUBX") {
      lines.append("no position: turn on GGA and RMC")
      return
    }
    if summary.fixCount == 0 {
      lines.append("no fix: the receiver had none; give it a view of the sky and some minutes")
    }
    if formatters.isDisjoint(with: ["RMC", "ZDA"]) {
      lines.append("no date: turn on RMC or ZDA, or fixes have a time of day only")
    } else if summary.fixCount > 0, summary.span?.first.date == nil {
      lines.append("no date: the receiver never sent one with a valid RMC or a ZDA")
    }
    if formatters.isDisjoint(with: ["GGA", "GNS"]) {
      lines.append("no altitude: turn on GGA")
    }
    if formatters.isDisjoint(with: ["RMC", "VTG"]) {
      lines.append("no speed and course: turn on RMC or VTG")
    }
    if summary.accuracySources[.pseudorangeStatistics] == nil, summary.fixCount > 0 {
      let instead =
        summary.accuracySources.isEmpty
        ? "accuracies are not known" : "accuracies are not the receiver's best estimate"
      lines.append("no GST: \(instead); turn it on")
    }
    if !formatters.contains("GSA") {
      lines.append("no GSA: turn it on for fix mode, vertical accuracy and the satellites used")
    }
    if let datum = summary.traits.foreignDatum {
      lines.append("positions refer to the datum \(printable(datum)), not to WGS 84 (W84): set it")
    }
    if let date = summary.span?.first.date, date.year < 2007 {
      lines.append(
        "dates before 2007: if the log is younger, the receiver's week counter has overflowed; "
          + "use --reference-date")
    }
    for name in summary.traits.binaryProtocols.sorted() {
      lines.append("\(name) frames lie between the sentences; they are passed over")
    }
    if summary.sentenceCount < 20 * summary.defects.sentences {
      lines.append("many sentences are damaged: check cable, baud rate and power")
    }
  }
}
