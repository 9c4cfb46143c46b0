// Core Location for Linux. SPDX-License-Identifier: MIT

import FoundationEssentials

/// What the thread of the center finds to do.
struct CenterWork: Sendable {
  /// What follows from what happened, in order.
  let effects: [AuthorizationEffect]
  /// What the location is used for; `nil` if it is not used.
  let use: LocationUse?
  /// Whether it matters when the application comes into the foreground, or leaves it.
  let watchesForeground: Bool
  /// Whether the center is gone.
  let isStopped: Bool
}

/// What the location is used for, as the application reports it.
struct LocationUse: Hashable, Sendable {
  var kinds: Set<String>
  var showsIndicator: Bool
  var isInBackground = false
  let since: Date
}
