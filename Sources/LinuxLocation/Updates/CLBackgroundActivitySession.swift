// Core Location for Linux. SPDX-License-Identifier: MIT

/// Keeps the application in use while it is in the background, for as long as it is held.
///
/// It counts from when the application is in use: made in the background, it waits for that.
public final class CLBackgroundActivitySession: Sendable {
  private let engine: LocationEngine
  private let follower: PermissionFollower

  /// Begins to be active.
  public convenience init() { self.init(engine: .shared) }

  init(engine: LocationEngine) {
    self.engine = engine
    follower = PermissionFollower(engine) { _ in }
    engine.change { [follower] in $0.beginBackgroundActivity(follower.client, at: .now) }
  }

  deinit { invalidate() }

  /// Ends it for good.
  public func invalidate() {
    engine.change { [follower] in $0.endBackgroundActivity(follower.client, at: .now) }
    follower.end()
  }

  /// How it stands, now and whenever that changes.
  public var diagnostics: Diagnostics {
    Diagnostics { [follower] in follower.stream { Diagnostic(permission: $0) } }
  }
}
