// Core Location for Linux. SPDX-License-Identifier: MIT

package import TrackStore

/// A link to one destination.
///
/// It belongs to one thread. The stop request that the link was created with ends its waits at once.
package protocol DeliveryLink: AnyObject {
  /// The best number of reports to send at a time.
  var batchSize: Int { get }

  /// Whether the other side has answered when ``open()`` returns; otherwise the first delivery shows whether it does.
  var answersWhenOpened: Bool { get }

  /// Connects, and returns when the other side is ready.
  ///
  /// - Throws: ``DeliveryError``; after a stop request, ``DeliveryError/stopped``. The link is closed then.
  func open() throws(DeliveryError)

  /// Sends reports in their order, and waits until they are acknowledged.
  ///
  /// - Returns: how many reports, counted from the first, have been acknowledged, at least one. They are fewer than all if
  ///   the connection was lost or a stop was requested; the next call throws then.
  /// - Throws: if none was acknowledged. The link is closed then, but not by a stop request.
  func deliver(_ reports: [PositionReport]) throws(DeliveryError) -> Int

  /// Keeps the connection alive while there is nothing to send.
  ///
  /// - Parameter descriptor: ends the wait when it becomes readable, as a stop request does.
  /// - Throws: if the connection was lost. The link is closed then.
  func idle(untilReadable descriptor: CInt) throws(DeliveryError)

  /// Ends the connection in an orderly way, if there is one; must be called before the link is released.
  func close()
}

/// A link that waits while it delivers, until the other side is back, in place of failing.
package protocol WaitingLink: DeliveryLink {
  /// Called with the reason, once per outage, which ends with the next acknowledgement.
  var reportOutage: (String) -> Void { get set }
}

package enum DeliveryStatus: Hashable, Sendable {
  /// The other side is ready.
  case connected
  /// It has acknowledged this many more reports.
  case delivered(Int)
  /// Delivery will be tried again: the reason, and the time on the clock of `monotonicNow()`.
  case waiting(reason: String, until: Duration)
  /// Delivery is not tried again in this run: one line with the reason, and an exit code of sysexits.h. It is the last
  /// status.
  case refused(reason: String, exitCode: Int32)
}

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
