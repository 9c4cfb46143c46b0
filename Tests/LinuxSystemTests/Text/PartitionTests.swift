// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem
import Testing

@Suite struct PartitionTests {
  @Test func findsTheBeginningOfTheSecondPart() {
    for count in 0..<9 {
      for first in 0...count {
        // A slice, whose indices do not begin at 0.
        let numbers = Array(0..<count + 3)[3...]
        #expect(numbers.partitioningIndex { $0 >= first + 3 } == first + 3, "\(first) of \(count)")
      }
    }
  }
}
