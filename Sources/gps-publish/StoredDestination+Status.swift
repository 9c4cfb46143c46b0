// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GPSTool
import LocationJSON
import LocationProtocols
import LocationPublishing
import TrackStore

/// The output of `gps publish --status` about a destination.
extension StoredDestination {
  /// The time of the oldest position that waits, by the receiver's clock.
  private var oldestTime: String? {
    // Microseconds, which another program may have written; no fix is as old or as new as what is left out.
    oldest.flatMap {
      $0.magnitude < 9_000_000_000_000_000
        ? FixTime(nanosecondsSince1970: $0 * 1000).iso8601 : nil
    }
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
