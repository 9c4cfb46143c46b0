// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import LinuxLocation
import Testing

@testable import CoreLocationTesting

@Suite struct SimulatedTrackTests {
  private static func location(at seconds: Double) -> CLLocation {
    CLLocation(
      coordinate: CLLocationCoordinate2D(latitude: 47.5, longitude: 9.7), altitude: 0,
      horizontalAccuracy: 5, verticalAccuracy: -1, timestamp: Date(timeIntervalSince1970: seconds))
  }

  /// The years 1908 and 2189, moved to 2026: the second would be in 2307.
  @Test func timesThatCannotBeCountedAfterAMoveAreUnknown() {
    let track = SimulatedTrack([-1_925_000_000, 6_940_000_000].map(Self.location))
    let now: Int64 = 1_790_000_000_000_000_000
    #expect(track.moved(to: now).steps.map(\.time) == [now, nil])
  }

  @Test func namesALocationWhoseTimestampCannotBeCounted() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = SimulatedTrack([Self.location(at: 0), Self.location(at: -6.3e10)])
    }
    let told = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      told.contains(
        "cannot simulate location 2 of 2: its timestamp is not in the years 1908 to 2199"))
  }
}
