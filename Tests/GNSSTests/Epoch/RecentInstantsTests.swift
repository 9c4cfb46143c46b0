// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import GNSS

@Suite struct RecentInstantsTests {
  @Test(arguments: Contribution.allCases)
  func knowsEachKindOfAnInstantByItself(kind: Contribution) {
    var instants = RecentInstants()
    instants.begin(at: 0)
    for other in Contribution.allCases where other != kind { _ = instants.add(other, nil) }
    let first = instants.add(kind, nil)
    let second = instants.add(kind, nil)
    #expect(first && !second)
  }
}
