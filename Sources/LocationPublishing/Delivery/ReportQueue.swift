// Core Location for Linux. SPDX-License-Identifier: MIT

package import TrackStore

/// The reports that one destination has not acknowledged, the oldest first.
package protocol ReportQueue: AnyObject {
  /// Whether the destination has ever acknowledged a report, in this run or before.
  var hasWorked: Bool { get }

  /// Returns the oldest reports, at most the given number; they stay in the queue.
  ///
  /// - Throws: ``DeliveryError/refused(_:exitCode:)`` if the queue cannot be read.
  func oldest(_ limit: Int) throws(DeliveryError) -> [QueuedReport]

  func acknowledge(upTo report: Int64) throws(DeliveryError)
}
