// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import ServiceProtocol

/// What is heard of a program that has the receiver.
extension Listening {
  /// Bytes came that are no receiver's sentences.
  mutating func receivedReports(_ bytes: RawSpan, at now: Duration) -> Conclusion? {
    guard var decoder else { return nil }
    // Nobody else holds it while it changes: its buffers are not copied.
    self.decoder = nil
    var (reports, conclusion): ([Report], Conclusion?) = ([], nil)
    decoder.push(bytes) { reports.append($0) }
    self.decoder = decoder
    var news = beginNews(at: now)
    for report in reports {
      switch report {
      case .understood: if becameUnderstood(at: now) { conclusion = .understood(nil) }
      case .event(let event):
        if case .fix(let fix) = event { reportedPeriod.received(fix.time) }
        news.append(event)
      case .lastFix(let fix, let age): if !hasFix { news.append(last: fix, aged: age) }
      // What follows for the state from a fix, or its loss, must not replace what is said of the state after it.
      case .state(let report):
        passOn(&news, at: now)
        received(report)
      case .authorization(let authorization):
        if authorization.status == .denied { news.append(.fixLost(nil)) }
        passOn(&news, at: now)
        received(authorization)
      }
    }
    received(news)
    return conclusion
  }

  /// Takes over what has been reported so far.
  private mutating func passOn(_ news: inout News, at now: Duration) {
    received(news)
    news = beginNews(at: now)
  }

  private var isDenied: Bool { if case .denied = state { true } else { false } }

  /// It speaks the protocol that is expected, and has a receiver as far as is known.
  ///
  /// - Returns: whether that is news.
  private mutating func becameUnderstood(at now: Duration) -> Bool {
    guard understoodAt == nil else {
      if case .relayed = state { state = .waitingForFix(satellitesInView: nil, since: now) }
      return false
    }
    understoodAt = now
    // A service says for itself how its receiver is doing.
    if decoder?.reportsStates == false {
      state = .waitingForFix(satellitesInView: nil, since: now)
    }
    return true
  }

  /// It says how its receiver is doing.
  private mutating func received(_ report: StateReport) {
    var report = report
    report.isReduced = isReduced
    relayed = report
    if !isDenied { state = .relayed(report) }
  }

  /// What this program may know has been decided.
  private mutating func received(_ authorization: ServiceAuthorization) {
    isReduced = authorization.accuracy == .reduced
    relayed?.isReduced = isReduced
    if authorization.status == .denied {
      state = .denied(
        authorization.text ?? "the location service does not allow this user the location")
    } else {
      state = relayed.map { .relayed($0) } ?? .opening
    }
  }

  /// How it stands now that there is a fix, or is none any more.
  mutating func reportsFix(at now: Duration) {
    if isDenied { return }
    if decoder?.reportsStates == true, let relayed {
      // What it says of its receiver counts, but not for longer than its fixes come.
      state = .relayed(relayed)
    } else {
      state = hasFix ? .fix : .lost(satellitesInView: nil, since: now)
    }
  }
}

/// The time between fixes, by their own times.
struct ReportedPeriod {
  private(set) var value: Duration?
  private var last: Int64?

  /// Longer pauses are outages.
  private static let longest: Int64 = 60_000_000_000

  mutating func received(_ time: FixTime) {
    defer { last = time.nanosecondsSince1970 ?? last }
    guard let last, let now = time.nanosecondsSince1970, now > last, now - last <= Self.longest
    else { return }
    value = .nanoseconds(now - last)
  }
}
