// Core Location for Linux. SPDX-License-Identifier: MIT

import EarthData
import LinuxSystem

extension Gazetteer {
  /// Returns the towns with a name, in the order of the file; larger towns can be found by other names too.
  func towns(named name: FoldedName) -> [Int] {
    guard !name.isEmpty else { return [] }
    let key = name.checksum >> 24
    let names = 0..<nameCount
    let first = names.partitioningIndex { self.name($0) >> 24 >= key }
    return names[first...].prefix { self.name($0) >> 24 == key }
      .map { Int(self.name($0) & 0xFF_FFFF) }.filter { $0 < count }
  }
}
