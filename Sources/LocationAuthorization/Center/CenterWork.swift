// Core Location for Linux. SPDX-License-Identifier: MIT

import FoundationEssentials

/// The work of the center's thread.
struct CenterWork: Sendable {
  /// The effects to perform, in order.
  let effects: [AuthorizationEffect]
  /// What the location is used for; `nil` if it is not used.
  let use: LocationUse?
  /// Whether it matters when the application enters or leaves the foreground.
  let watchesForeground: Bool
  /// Whether the center has been released.
  let isStopped: Bool
}

/// What the location is used for, as the application reports it.
struct LocationUse: Hashable, Sendable {
  var kinds: Set<String>
  var showsIndicator: Bool
  var isInBackground = false
  let since: Date
}
