// Core Location for Linux. SPDX-License-Identifier: MIT

extension RandomAccessCollection {
  /// Returns where the second part of a collection begins, by binary search: every element that belongs there comes after all
  /// that do not.
  ///
  /// The name is that of Swift Algorithms. Inlinable, since generic code costs much in other modules.
  @inlinable
  package func partitioningIndex(where isInSecondPart: (Element) -> Bool) -> Index {
    var (start, count) = (startIndex, count)
    while count > 0 {
      let middle = index(start, offsetBy: count / 2)
      if isInSecondPart(self[middle]) {
        count /= 2
      } else {
        start = index(after: middle)
        count -= count / 2 + 1
      }
    }
    return start
  }
}
