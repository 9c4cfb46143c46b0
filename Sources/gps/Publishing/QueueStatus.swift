// Core Location for Linux. SPDX-License-Identifier: MIT
#if Publishing
  import GNSS
  import LocationFormats
  import LocationPublishing

  /// The output of `gps publish --status` about a destination.
  struct QueueStatus {
    let destination: StoredDestination

    /// The time of the oldest position that waits, by the receiver's clock.
    private var oldest: String? {
      destination.oldest.flatMap { FixTime(microsecondsSince1970: $0)?.iso8601 }
    }

    /// When it last acknowledged a position, by this machine's clock.
    private var delivered: String? {
      destination.delivered.flatMap { FixTime(nanosecondsSince1970: $0).iso8601 }
    }

    /// The destination on one line.
    var line: String {
      let waiting = PublishingDestination.positions(destination.backlog)
      return "\(destination.name): \(waiting) waiting, \(destination.dropped) dropped"
        + (oldest.map { ", oldest waiting \($0)" } ?? "")
        + (delivered.map { ", last delivery \($0)" } ?? "")
    }

    /// The destination as a JSON object.
    var members: JSONMembers {
      [
        "destination": destination.name, "waiting": destination.backlog,
        "oldestWaiting": oldest, "dropped": destination.dropped, "lastDelivery": delivered,
      ]
    }
  }

  extension FixTime {
    fileprivate init?(microsecondsSince1970 time: Int64) {
      let (product, isTooLate) = time.multipliedReportingOverflow(by: 1000)
      guard !isTooLate else { return nil }
      self.init(nanosecondsSince1970: product)
    }
  }
#endif
