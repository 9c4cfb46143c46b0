// Core Location for Linux. SPDX-License-Identifier: MIT

import EarthData

extension Gazetteer {
  /// Returns the towns with a name, in the order of the file; larger towns can be found by other names too.
  func towns(named name: FoldedName) -> [Int] {
    guard !name.isEmpty else { return [] }
    let key = name.checksum >> 24
    var (low, high) = (0, nameCount)
    while low < high {
      let middle = (low + high) / 2
      if self.name(middle) >> 24 < key { low = middle + 1 } else { high = middle }
    }
    var towns: [Int] = []
    while low < nameCount, self.name(low) >> 24 == key {
      let town = Int(self.name(low) & 0xFF_FFFF)
      if town < count { towns.append(town) }
      low += 1
    }
    return towns
  }
}
