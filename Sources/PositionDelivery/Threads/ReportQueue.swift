// Core Location for Linux. SPDX-License-Identifier: MIT
#if Publishing
  package import PositionStore

  /// The reports that one destination has not acknowledged, the oldest first.
  package protocol ReportQueue: AnyObject {
    /// Whether the destination has ever acknowledged a report, in this run or before.
    var hasWorked: Bool { get }

    /// The oldest ones, so many at the most; they stay.
    ///
    /// - Throws: ``DeliveryError/refused(_:exitCode:)`` if the queue cannot be read.
    func oldest(_ limit: Int) throws(DeliveryError) -> [QueuedReport]

    /// Removes everything up to a report.
    func acknowledge(upTo report: Int64) throws(DeliveryError)
  }
#endif
