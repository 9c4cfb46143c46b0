// Core Location for Linux. SPDX-License-Identifier: MIT
//
// A report in a store.

#if Publishing
  package import LocationPublishing

  /// A report in a store, which has a number there.
  package struct QueuedReport: Hashable, Sendable {
    /// Its number: later ones have larger numbers, and none is ever given twice.
    package let id: Int64
    package let report: PositionReport

    package init(id: Int64, report: PositionReport) {
      self.id = id
      self.report = report
    }
  }
#endif
