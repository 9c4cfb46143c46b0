// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem
import LocationPublishing
import TrackStore

/// A queue in memory that several threads share, and that counts what is acknowledged.
final class MemoryQueue: ReportQueue, Sendable {
  private struct Content {
    var reports: [QueuedReport] = []
    var appended: Int64 = 0
    var acknowledged: Int64 = 0
    /// The number of acknowledgements that it still refuses.
    var refusals = 0
  }

  private let content = Mutex(Content())

  let hasWorked: Bool

  /// - Parameters:
  ///   - hasWorked: whether the destination acknowledged anything in an earlier run.
  ///   - refusals: the number of acknowledgements that the disk refuses at first.
  init(_ reports: [PositionReport] = [], hasWorked: Bool = false, refusals: Int = 0) {
    self.hasWorked = hasWorked
    content.withLock { $0.refusals = refusals }
    append(reports)
  }

  func append(_ reports: [PositionReport]) {
    content.withLock { content in
      for report in reports {
        content.appended += 1
        content.reports.append(QueuedReport(id: content.appended, report: report))
      }
    }
  }

  var acknowledged: Int { content.withLock { Int($0.acknowledged) } }

  func oldest(_ limit: Int) throws(DeliveryError) -> [QueuedReport] {
    content.withLock { Array($0.reports.prefix(limit)) }
  }

  func acknowledge(upTo report: Int64) throws(DeliveryError) {
    let isFull = content.withLock { content in
      defer { content.refusals = max(0, content.refusals - 1) }
      return content.refusals > 0
    }
    if isFull { throw .later("the disk is full") }
    content.withLock { content in
      content.reports.removeAll { $0.id <= report }
      content.acknowledged = report
    }
  }
}
