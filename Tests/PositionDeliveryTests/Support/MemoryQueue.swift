// Core Location for Linux. SPDX-License-Identifier: MIT
#if Publishing
  import LinuxSystem
  import LocationPublishing
  import PositionDelivery
  import PositionStore

  /// A queue that several threads can see, and that keeps what was acknowledged.
  final class MemoryQueue: ReportQueue, Sendable {
    private struct Content {
      var reports: [QueuedReport] = []
      var appended: Int64 = 0
      var acknowledged: Int64 = 0
    }

    private let content = Mutex(Content())

    init(_ reports: [PositionReport] = []) { append(reports) }

    func append(_ reports: [PositionReport]) {
      content.withLock { content in
        for report in reports {
          content.appended += 1
          content.reports.append(QueuedReport(id: content.appended, report: report))
        }
      }
    }

    var hasWorked: Bool { acknowledged > 0 }

    var acknowledged: Int { content.withLock { Int($0.acknowledged) } }

    func oldest(_ limit: Int) throws(DeliveryError) -> [QueuedReport] {
      content.withLock { Array($0.reports.prefix(limit)) }
    }

    func acknowledge(upTo report: Int64) throws(DeliveryError) {
      content.withLock { content in
        content.reports.removeAll { $0.id <= report }
        content.acknowledged = report
      }
    }
  }
#endif
