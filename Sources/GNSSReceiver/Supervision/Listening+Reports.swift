// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import ServiceProtocol

/// Reports by a program that has a receiver.
extension Listening {
  /// Takes bytes of a program's protocol, in place of a receiver's sentences.
  mutating func receivedReports(_ bytes: RawSpan, at now: Duration) -> Conclusion? {
    guard var decoder else { return nil }
    // Keeps the only reference while it changes, so that its buffers are not copied.
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
      // A state that follows from a fix or its loss must not replace a state that was reported after it.
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

  /// Applies the news so far, and starts anew.
  private mutating func passOn(_ news: inout News, at now: Duration) {
    received(news)
    news = beginNews(at: now)
  }

  private var isDenied: Bool { if case .denied = state { true } else { false } }

  /// Records that the program speaks the expected protocol and, as far as is known, has a receiver.
  ///
  /// - Returns: whether that is new.
  private mutating func becameUnderstood(at now: Duration) -> Bool {
    guard understoodAt == nil else {
      if case .relayed = state { state = .waitingForFix(satellitesInView: nil, since: now) }
      return false
    }
    understoodAt = now
    // A service reports its receiver's state by itself.
    if decoder?.reportsStates == false {
      state = .waitingForFix(satellitesInView: nil, since: now)
    }
    return true
  }

  /// Takes a report of the state of the program's receiver.
  private mutating func received(_ report: StateReport) {
    var report = report
    report.isReduced = isReduced
    relayed = report
    if !isDenied { state = .relayed(report) }
  }

  /// Takes the decision about what this program may know.
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

  /// Updates the state after a fix was reported or lost.
  mutating func reportsFix(at now: Duration) {
    if isDenied { return }
    if decoder?.reportsStates == true, let relayed {
      // The state that the program reports takes precedence, but only while its fixes arrive.
      state = .relayed(relayed)
    } else {
      state = hasFix ? .fix : .lost(satellitesInView: nil, since: now)
    }
  }
}

/// The time between fixes, computed from their own times.
struct ReportedPeriod {
  private(set) var value: Duration?
  private var last: Int64?

  /// Longer pauses count as outages, in nanoseconds.
  private static let longest: Int64 = 60_000_000_000

  mutating func received(_ time: FixTime) {
    defer { last = time.nanosecondsSince1970 ?? last }
    guard let last, let now = time.nanosecondsSince1970, now > last, now - last <= Self.longest
    else { return }
    value = .nanoseconds(now - last)
  }
}
