// Core Location for Linux. SPDX-License-Identifier: MIT
#if Publishing
  import LocationFormats
  import GNSS
  import LocationPublishing

  /// The output of `gps publish --status` about a destination.
  extension StoredDestination {
    /// The time of the oldest position that waits, by the receiver's clock.
    private var oldestTime: String? {
      oldest.flatMap { FixTime(secondsSince1970: Double($0) / 1e6)?.iso8601 }
    }

    /// When it last acknowledged a position, by this machine's clock.
    private var deliveryTime: String? {
      delivered.flatMap { FixTime(nanosecondsSince1970: $0).iso8601 }
    }

    var line: String {
      let waiting = counted(backlog, "position")
      return "\(name): \(waiting) waiting, \(dropped) dropped"
        + (oldestTime.map { ", oldest waiting \($0)" } ?? "")
        + (deliveryTime.map { ", last delivery \($0)" } ?? "")
    }

    var members: JSONMembers {
      [
        "destination": name, "waiting": backlog, "oldestWaiting": oldestTime, "dropped": dropped,
        "lastDelivery": deliveryTime,
      ]
    }
  }
#endif
