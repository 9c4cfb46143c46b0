// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationPublishing
import Testing

struct InFlightTests {
  @Test func countsOnlyWhatIsInFrontOfAGap() {
    var flight = InFlight()
    for message in 1...4 as ClosedRange<Int32> { flight.sent([message]) }
    flight.acknowledged(1)
    flight.acknowledged(3)
    #expect(flight.acknowledgedCount == 1 && !flight.isEmpty)
    flight.acknowledged(2)
    #expect(flight.acknowledgedCount == 3)
    flight.acknowledged(4)
    #expect(flight.acknowledgedCount == 4 && flight.isEmpty)
  }

  @Test func waitsForAllMessagesOfAReport() {
    var flight = InFlight()
    flight.sent([10, 11])
    flight.acknowledged(11)
    #expect(flight.acknowledgedCount == 0)
    flight.acknowledged(10)
    #expect(flight.acknowledgedCount == 1)
  }

  @Test func ignoresWhatItDoesNotKnow() {
    var flight = InFlight()
    flight.sent([1])
    for message in [7, 1, 1] as [Int32] { flight.acknowledged(message) }
    #expect(flight.acknowledgedCount == 1)
  }

  @Test func countsAReportThatNeededNoMessage() {
    var flight = InFlight()
    flight.sent([1])
    flight.sent([])
    #expect(flight.acknowledgedCount == 0)
    flight.acknowledged(1)
    #expect(flight.acknowledgedCount == 2)
  }
}
