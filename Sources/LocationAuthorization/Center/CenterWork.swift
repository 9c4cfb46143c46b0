// Core Location for Linux. SPDX-License-Identifier: MIT

struct CenterWork: Sendable {
  /// The effects to perform, in order.
  let effects: [AuthorizationEffect]
  /// What the location is used for; `nil` if it is not used.
  let use: PresenceEntry?
  /// Whether it matters when the application enters or leaves the foreground.
  let watchesForeground: Bool
  let isStopped: Bool
}
