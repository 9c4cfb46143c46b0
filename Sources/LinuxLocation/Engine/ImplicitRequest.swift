// Core Location for Linux. SPDX-License-Identifier: MIT

/// A request for permission on behalf of an application that starts updates without asking, as programs for macOS do.
struct ImplicitRequest: Sendable {
  /// How long an application may take to ask itself, perhaps for Always, which this never requests.
  static let patience = Duration.seconds(1)

  private var hasRequested = false
  /// When ``elapse(to:_:)`` has something to do; `nil` if it has nothing to do.
  private(set) var deadline: Duration?

  mutating func started(_ permission: Permission, at now: Duration) {
    guard permission.status == .notDetermined, !hasRequested else { return }
    deadline = deadline ?? now + Self.patience
  }

  /// Records that the application has asked for permission itself.
  mutating func requested() { (hasRequested, deadline) = (true, nil) }

  /// Returns whether the person is to be asked now.
  mutating func elapse(to now: Duration, _ permission: Permission) -> Bool {
    guard let deadline, deadline <= now else { return false }
    self.deadline = nil
    return permission.status == .notDetermined && !permission.isBeingAsked
  }
}
