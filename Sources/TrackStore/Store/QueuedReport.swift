// Core Location for Linux. SPDX-License-Identifier: MIT

package struct QueuedReport: Hashable, Sendable {
  /// The number of the report: later ones are larger, and none is ever reused.
  package let id: Int64
  package let report: PositionReport

  package init(id: Int64, report: PositionReport) {
    (self.id, self.report) = (id, report)
  }

  static let columns = "id, device, occasion, region, \(FixRow.columns)"

  /// Reads a row of the ``columns``; `nil` if this program cannot have written it.
  init?(_ row: SQLiteStatement) {
    guard let id = row.integer(0), let device = row.text(1), let name = row.text(2),
      let occasion = PositionReport.Occasion(storedName: name, region: row.text(3)),
      let fix = FixRow.fix(in: row, from: 4)
    else { return nil }
    self.init(id: id, report: PositionReport(device: device, fix: fix, occasion: occasion))
  }
}
