// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// A link that is open, or connecting.
struct OpenLink {
  let identity: String
  let link: any Link
  var isConnecting: Bool
  /// Until when arriving bytes may gather, or when connecting has to continue; `nil` if neither applies.
  var due: Duration?

  /// The events to wait for: for a link whose bytes are gathering, only a hang-up.
  var events: Int16 { due == nil || isConnecting ? Int16(POLLIN) : 0 }
}
