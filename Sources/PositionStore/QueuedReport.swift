// Core Location for Linux. SPDX-License-Identifier: MIT
//
// A report in a store.

#if Publishing
  package import LocationPublishing

  /// A report in a store, with its number there.
  package struct QueuedReport: Hashable, Sendable {
    /// The number of the report: later ones are larger, and none is ever reused.
    package let id: Int64
    package let report: PositionReport

    package init(id: Int64, report: PositionReport) {
      self.id = id
      self.report = report
    }
  }
#endif
