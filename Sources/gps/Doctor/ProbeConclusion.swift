// Core Location for Linux. SPDX-License-Identifier: MIT
//
// The last findings: where positions come from, and the fix and what to think of it, or why there is none.

import GNSS
import GNSSReceiver
import GPSTool
import LinuxSystem
import LocationJSON
import ReceiverConfiguration

extension Probe {
  var suspicion: Finding? {
    guard !warnings.isEmpty else { return nil }
    let names = warnings.list.map(\.name).joined(separator: ", ")
    let meanings = warnings.list.map(\.meaning).joined(separator: "; ")
    return Finding(
      .warning, .fix, at: fixPlace, "its positions should not be trusted: \(names)",
      why: sentence(meanings) + " \(Documents.path("integrity"))"
        + " says what causes this, and what to do.",
      commands: fixPlace.map { ["gps watch --device \(shellWord($0))"] } ?? [])
  }

  var conclusion: Finding {
    if let fix {
      let parts = [
        fix.mode?.name, fix.quality?.name,
        fix.horizontalAccuracy.map { "±\(String($0, decimals: 1)) m" },
        fix.satellitesUsed.map { "\($0) satellites" },
      ].compactMap(\.self)
      let details = parts.isEmpty ? "" : ": " + parts.joined(separator: ", ")
      return Finding(
        .good, .fix, at: fixPlace, "a fix after \(seconds(timeToFix ?? duration))\(details)")
    }
    let talking = status.sources.first { receiver in
      switch receiver.state {
      case .waitingForFix, .lost: receiver.rate != nil || meter.sentenceCount > 0
      default: false
      }
    }
    guard let talking else { return absence }
    let place = talking.source.name
    if meter.unreadablePositions.prevail {
      return Finding(
        .problem, .fix, at: place, "no fix in \(seconds(duration))", why: unreadable,
        commands: ["gps record --device \(shellWord(place))"])
    }
    return Finding(
      .problem, .fix, at: place, "no fix in \(seconds(duration))", why: sky(talking.state),
      commands: ["gps watch --device \(shellWord(place)) --timeout 900"])
  }

  /// Why there is no fix if nothing that is still open sends what is read.
  private var absence: Finding {
    for receiver in status.sources {
      guard case .ended = receiver.state else { continue }
      let place = receiver.source.name
      return Finding(
        .problem, .fix, at: place, "no fix to its end", why: content,
        commands: ["gps check \(shellWord(place))"])
    }
    let kinds = status.sources.map(\.source.kind)
    if !kinds.isEmpty, kinds.allSatisfy({ $0.traits.contains(.isProgram) }) {
      return Finding(.problem, .fix, "no fix: no program reported a position")
    }
    let isHeard = status.sources.contains {
      if case .notAReceiver = $0.state { true } else { false }
    }
    let what =
      isHeard ? "no device sends positions in a supported format" : "no receiver sent anything"
    return Finding(.problem, .fix, "no fix: \(what)", commands: ["gps list --all"])
  }

  private var content: String {
    let others = meter.binaryOnly.filter { !ReceiverProtocols.isRead($0) }
    if !others.isEmpty {
      return "It contains \(others.joined(separator: " and ")), which is not supported."
    }
    if meter.unreadablePositions.prevail { return unreadable }
    return meter.hasHeard
      ? "Nothing in it says that the receiver had a position. To see what it contains:"
      : "Nothing in it looks like a receiver's output. To see what it contains:"
  }

  /// Why there is no fix although sentences with a position come.
  var unreadable: String {
    counted(meter.unreadablePositions.count, "sentence")
      + " with a position came, but the time, a coordinate or the quality is unreadable. Whatever sends "
      + "them should follow NMEA 0183, as in 120000.00 and 4732.60,N."
  }

  private func sky(_ state: ReceiverState) -> String {
    switch state {
    case .waitingForFix(nil, _):
      "It does not report how many satellites are in view. Give the antenna a view of the sky."
    case .waitingForFix(0?, _):
      "No satellite is in view: check the antenna and its plug, and give it a view of the sky."
    case .waitingForFix(let count?, _):
      "\(count == 1 ? "One satellite is" : "\(count) satellites are") in view. With a view of the sky, a cold "
        + "receiver needs some minutes; indoors, it may never get a fix."
    default: "It had a fix and lost it. Give the antenna a view of the sky."
    }
  }

  /// Returns the finding on where positions come from, if a program names no receiver; the obstacle is that to GeoClue.
  func chain(obstacle: String?) -> Finding {
    if fix?.source == .geoClue {
      return Finding(
        .warning, .source,
        "positions come from GeoClue, since neither a receiver nor the location service has one",
        why: "GeoClue knows where the networks around this machine are, or asks other programs.")
    }
    if fix != nil {
      let isService = status.current?.source.traits.contains(.isService) == true
      let others = status.standbys.map(\.source.name)
      let source =
        isService
        ? "the location service, which has priority over every port"
        : "\(fixPlace ?? "a receiver"), "
          + (others.isEmpty
            ? "the only receiver with one" : "before \(others.joined(separator: ", "))")
      return Finding(.good, .source, "positions come from \(source)")
    }
    if let fallbackFailure {
      return Finding(
        .warning, .source, "GeoClue, which is asked last, cannot be used",
        why: sentence(fallbackFailure))
    }
    if let obstacle {
      return Finding(.warning, .source, "GeoClue is not asked", why: sentence(obstacle))
    }
    return Finding(
      .warning, .source, "GeoClue, which is asked last, had no position",
      why: "Its sources are set in /etc/geoclue/geoclue.conf.",
      commands: ["gps watch --device geoclue:"])
  }
}
