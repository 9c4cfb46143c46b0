// Core Location for Linux. SPDX-License-Identifier: MIT

/// Asks for an application that starts updates and never asks itself, as programs for macOS do.
struct ImplicitRequest: Sendable {
  /// How long an application may take to ask itself: for Always, perhaps, which this never does.
  static let patience = Duration.seconds(1)

  /// Whether the application has asked itself.
  private var hasRequested = false
  /// When ``elapse(to:_:)`` has something to do; `nil` while it has not.
  private(set) var deadline: Duration?
  private var isDue = false

  /// Updates, or one location, were asked for.
  mutating func started(_ permission: Permission, at now: Duration) {
    guard permission.status == .notDetermined, !hasRequested else { return }
    deadline = deadline ?? now + Self.patience
  }

  /// The application asks itself.
  mutating func requested() { (hasRequested, deadline) = (true, nil) }

  /// Time has passed.
  mutating func elapse(to now: Duration, _ permission: Permission) {
    guard let deadline, deadline <= now else { return }
    self.deadline = nil
    isDue = permission.status == .notDetermined && !permission.isBeingAsked
  }

  /// Whether the person is to be asked; true once.
  mutating func drain() -> Bool {
    defer { isDue = false }
    return isDue
  }
}
