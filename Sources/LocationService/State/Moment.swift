// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LinuxSystem
import LocationProtocols

/// A time on both clocks of the machine.
package struct Moment: Hashable, Sendable {
  /// On the clock that cannot be set, which all timing here uses.
  package var monotonic: Duration
  /// Nanoseconds since 1970 by the machine's clock: only for reports about the machine, never for a fix.
  package var nanosecondsSince1970: Int64

  /// The machine's time, as gpsd writes it.
  var iso8601: String { FixTime(nanosecondsSince1970: nanosecondsSince1970).iso8601 ?? "" }

  package static var now: Moment {
    Moment(monotonic: monotonicNow(), nanosecondsSince1970: LinuxSystem.nanosecondsSince1970())
  }
}
