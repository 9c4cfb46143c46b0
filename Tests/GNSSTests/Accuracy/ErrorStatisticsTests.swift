// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183
import Testing

/// The errors that GST reports for an instant are reported before its fix.
@Suite struct ErrorStatisticsTests {
  private static func order(_ events: [ReceiverReport]) -> [String] {
    events.compactMap {
      switch $0 {
      case .fix(let fix): "fix \(fix.time?.time.second ?? 99)"
      case .errorStatistics(let statistics): "errors \(statistics.time.time.second)"
      default: nil
      }
    }
  }

  @Test(
    arguments: [
      Cycle("behind the position") {
        [gga(clock($0 * 1000)), rmc(clock($0 * 1000)), gst(clock($0 * 1000))]
      },
      Cycle("before it") { [gst(clock($0 * 1000)), gga(clock($0 * 1000)), rmc(clock($0 * 1000))] },
    ])
  func standBeforeTheirFix(cycle: Cycle) {
    let listener = Listener(hearing: (0..<3).flatMap(cycle.sentences))
    #expect(
      Self.order(listener.events) == [
        "errors 0", "fix 0", "errors 1", "fix 1", "errors 2", "fix 2",
      ])
  }

  @Test func areWhatTheSentenceSays() throws {
    let listener = Listener(hearing: [rmc(clock(0)), "GPGST,\(clock(0)),7.5,2,1,45,1.5,1.25,5"])
    let statistics = try #require(
      listener.events.lazy.compactMap {
        if case .errorStatistics(let statistics) = $0 { statistics } else { nil }
      }.first)
    #expect(statistics.time == listener.fixes.first?.time)
    #expect(statistics.rangeDeviation == 7.5)
    #expect(statistics.semiMajorDeviation == 2 && statistics.semiMinorDeviation == 1)
    #expect(statistics.orientation == 45)
    #expect(statistics.latitudeDeviation == 1.5 && statistics.longitudeDeviation == 1.25)
    #expect(statistics.altitudeDeviation == 5)
  }

  @Test func areNotToldOfAnotherInstant() {
    let listener = Listener(hearing: [gst(clock(5000)), rmc(clock(0)), gga(clock(0))])
    #expect(Self.order(listener.events) == ["fix 0"])
  }

  @Test func areNotToldWithoutAFix() {
    let listener = Listener(hearing: [rmc(clock(0), status: "V"), gst(clock(0)), rmc(clock(1000))])
    #expect(Self.order(listener.events) == ["fix 1"])
  }

  @Test func waitForTheirDateWithTheirFix() throws {
    let listener = Listener(
      hearing: [
        gga(clock(0)), gst(clock(0)), gga(clock(1000)), gst(clock(1000)), rmc(clock(2000)),
      ],
      with: FixPipeline(undatedFixesHeld: 10))
    #expect(Self.order(listener.events) == ["errors 0", "fix 0", "errors 1", "fix 1", "fix 2"])
    #expect(
      listener.events.allSatisfy {
        if case .errorStatistics(let statistics) = $0 { statistics.time.date != nil } else { true }
      })
  }
}
