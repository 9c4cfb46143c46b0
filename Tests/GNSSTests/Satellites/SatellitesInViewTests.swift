// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183
import Testing

@testable import GNSS

/// The satellites in view that a pipeline reports.
@Suite struct SatellitesInViewTests {
  private static func views(_ events: [ReceiverReport]) -> [SatellitesInView] {
    events.compactMap { event in
      if case .satellites(let view) = event { view } else { nil }
    }
  }

  @Test func areToldOncePerEpoch() throws {
    let listener = Listener(
      hearing: (0..<3).flatMap {
        [gga(clock($0 * 1000)), gsa([3, 7]), gsv([3, 7, 11]), gsv([65], talker: "GL")]
      })
    let views = Self.views(listener.events)
    #expect(views.map(\.count) == [4, 4, 4])
    let used = try #require(views.first).used
    #expect(used.count == 2)
    #expect(used.contains(SatelliteID(system: .gps, number: 7)))
    #expect(!used.contains(SatelliteID(system: .gps, number: 11)))
    // The first fix was complete before the first view.
    #expect(listener.fixes.map(\.satellitesInView) == [nil, 4, 4])
  }

  @Test func areToldWhenTheLineIsQuiet() {
    var listener = Listener()
    listener.receive(gsv(), at: .zero)
    #expect(Self.views(listener.elapse(to: .milliseconds(250))).map(\.count) == [4])
  }

  @Test func areToldWithoutAnyFix() {
    let listener = Listener(hearing: [gsv(), rmc(clock(0), status: "V"), gsv()])
    #expect(Self.views(listener.events).map(\.count) == [4, 4])
    #expect(listener.fixes == [])
  }

  @Test(
    arguments: [
      ("empty GSA", ["GPGSA,A,1,,,,,,,,,,,,,99.99,99.99,99.99"]),
      ("GSA still lists them", [gsa([3, 7], mode: 1)]),
      ("neither GSA nor GSV", []),
      ("GSV only", [gsv([3, 7, 11])]),
    ])
  func areUsedForNoLongerThanThereIsAFix(why: String, _ rest: [String]) throws {
    let fix = [gga(clock(0)), rmc(clock(0)), gsa([3, 7]), gsv([3, 7, 11])]
    let void = ["GPGGA,\(clock(1000)),,,,,0,00,99.99,,,,,,", rmc(clock(1000), status: "V")]
    let views = Self.views(Listener(hearing: fix + void + rest).events)
    #expect(views.map(\.used.count) == [2, 0] && views.map(\.count) == [3, 3], "\(why)")
  }

  @Test func areNotUsedBeforeTheFirstFix() {
    let void = (0..<2).flatMap { [rmc(clock($0 * 1000), status: "V"), gsa([3, 7]), gsv()] }
    let listener = Listener(hearing: void + [rmc(clock(2000)), gsa([3, 7]), gsv()])
    #expect(Self.views(listener.events).map(\.used.count) == [0, 0, 2])
  }

  @Test func neverKeepsMoreGroupsThanSystemsAndSignalsMake() {
    var collector = SatelliteCollector()
    for number in 0..<2000 {
      var message = GSV(talker: Talker(rawValue: UInt16(0x4141 + number / 100)))
      message.sentenceCount = 1
      message.sentenceNumber = 1
      message.signal = UInt8(number % 100)
      message.satellites = [GSV.Satellite(number: 7)]
      collector.received(message)
    }
    #expect(collector.view.satellites.count == SatelliteCollector.mostGroups)
  }
}
