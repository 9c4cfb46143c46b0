// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// A link that is open, or being connected.
struct OpenLink {
  let identity: String
  let link: any Link
  var isConnecting: Bool
  /// Until when what comes may gather, or when connecting goes on by itself; `nil` if neither is so.
  var due: Duration?

  /// What to wait for: of one whose bytes gather, only that it hangs up.
  var events: Int16 { due == nil ? Int16(POLLIN) : 0 }
}
