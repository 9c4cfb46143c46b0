// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import LocationPage

/// What browsers, and others, ask about the track of the past.
@Suite struct HistoryRequestTests {
  private static let period = "from=2026-11-28T00:00:00Z&until=2026-11-29T00:00:00Z"

  @Test func readsAPeriodWithWhatIsAskedAboutIt() throws {
    let request = try HistoryRequest(
      target: "/history?\(Self.period)&as=density&points=100&steps=1795824000,1795910400")
    #expect(request.start == 1_795_824_000 && request.end == 1_795_910_400)
    #expect(request.isDensity && request.points == 100)
    #expect(request.steps == [1_795_824_000, 1_795_910_400])
  }

  @Test func readsColonsThatAreEscaped() throws {
    let escaped = Self.period.split(separator: ":").joined(separator: "%3A")
    #expect(
      try HistoryRequest(target: "/history?\(escaped)")
        == HistoryRequest(target: "/history?\(Self.period)"))
  }

  @Test(
    arguments: [
      "", "?", "?=", "?==&=&&", "?from", "?from=&until=", "?&", "?=\(period)", "?a=%3A&=1",
      "?from=2026-11-29T00:00:00Z&until=2026-11-28T00:00:00Z", "?\(period)&as=",
      "?\(period)&points=1", "?\(period)&points=9223372036854775808", "?\(period)&steps=1e10,2e10",
      "?\(period)&steps=-1e12", "?\(period)&steps=2,1", "?\(period)&steps=nan",
      "?\(period)&steps=1,,x",
      "?\(period)&steps=inf",
    ])
  func refusesWhatIsNone(_ query: String) {
    #expect(throws: WatchRefusal.self) { try HistoryRequest(target: "/history\(query)") }
  }
}
