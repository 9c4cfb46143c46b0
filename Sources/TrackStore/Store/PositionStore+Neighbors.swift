// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS

extension PositionStore {
  /// Returns the fixes of the track before and after a time; one of that very time is both.
  ///
  /// - Parameters:
  ///   - time: nanoseconds since 1970.
  ///   - isUsable: whether a fix counts; of thousands in a row that do not, the others are not found.
  package func neighbors(
    of time: Int64, where isUsable: (Fix) -> Bool
  ) throws(StoreError) -> (before: Fix?, after: Fix?) {
    let time = time / 1000
    return (
      before: try first("time <= ? ORDER BY time DESC", time, isUsable),
      after: try first("time >= ? ORDER BY time", time, isUsable)
    )
  }

  private func first(
    _ condition: String, _ time: Int64, _ isUsable: (Fix) -> Bool
  ) throws(StoreError) -> Fix? {
    let row = try connection.statement(
      "SELECT \(FixRow.columns) FROM track WHERE \(condition) LIMIT 10000", [time])
    defer { row.reset() }
    while try row.step() {
      guard let fix = FixRow.fix(in: row, from: 0) else {
        throw StoreError("read", path, .damaged("fix \(row.number(0)) of the track"))
      }
      if isUsable(fix) { return fix }
    }
    return nil
  }
}
