// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import GNSS

@Suite struct RecentInstantsTests {
  private static let kinds = (0..<Contribution.slots).map { Contribution(slot: UInt8($0), rank: 0) }

  @Test(arguments: kinds)
  func knowsEachKindOfAnInstantByItself(kind: Contribution) {
    var instants = RecentInstants()
    instants.begin(at: 0)
    for other in Self.kinds where other != kind { _ = instants.add(other, nil) }
    let first = instants.add(kind, nil)
    let second = instants.add(kind, nil)
    #expect(first && !second)
  }
}
