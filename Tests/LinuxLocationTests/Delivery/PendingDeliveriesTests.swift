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
    pending.drain { deliveries.append($0) }
    return deliveries
  }

  @Test func onlyTheFirstNeedsSomebodyToTakeIt() {
    let pending = PendingDeliveries()
    #expect(pending.add(delivery(0, .standard)))
    #expect(!pending.add(delivery(1, .standard)))
    #expect(seconds(drained(pending)) == [0, 1])
    #expect(drained(pending).isEmpty)
    #expect(pending.add(delivery(2, .standard)))
  }

  @Test func theNewestLocationsWinAndWhatComesOnceStays() {
    let pending = PendingDeliveries()
    _ = pending.add(delivery(0, .request))
    for second in 1...1000 { _ = pending.add(delivery(Double(second), .standard)) }
    let kept = seconds(drained(pending))
    #expect(kept.count == PendingDeliveries.limit)
    #expect(kept.first == 0)
    #expect(Array(kept.dropFirst()) == Array((1000 - PendingDeliveries.limit + 2)...1000))
  }
}
