// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import LinuxLocation

@Suite struct PendingDeliveriesTests {
  private func delivery(_ second: Double, _ service: Service) -> Delivery {
    Delivery(
      client: EngineClientID(number: 1),
      callback: .locations([TestLocations.location(after: second)]),
      run: (service, 0))
  }

  private func seconds(_ deliveries: [Delivery]) -> [Int] {
    deliveries.map { delivery in
      guard case .locations(let locations) = delivery.callback else { return -1 }
      return Int(locations[0].timestamp.timeIntervalSince(TestLocations.start))
    }
  }

  private func drained(_ pending: PendingDeliveries) -> [Delivery] {
    var deliveries: [Delivery] = []
    repeat {
      let count = deliveries.count
      pending.passOnNext { deliveries.append($0) }
      if deliveries.count == count { return deliveries }
    } while true
  }

  @Test func arePassedOnOneAtATime() {
    let pending = PendingDeliveries()
    #expect(pending.add(delivery(0, .standard)))
    #expect(pending.add(delivery(1, .standard)))
    #expect(seconds(drained(pending)) == [0, 1])
    #expect(drained(pending).isEmpty)
  }

  @Test func theNewestLocationsWinAndWhatComesOnceStays() {
    let pending = PendingDeliveries()
    _ = pending.add(delivery(0, .request))
    var calls = 1
    for second in 1...1000 { calls += pending.add(delivery(Double(second), .standard)) ? 1 : 0 }
    #expect(calls == PendingDeliveries.limit)
    let kept = seconds(drained(pending))
    #expect(kept.count == PendingDeliveries.limit)
    #expect(kept.first == 0)
    #expect(Array(kept.dropFirst()) == Array((1000 - PendingDeliveries.limit + 2)...1000))
  }
}
