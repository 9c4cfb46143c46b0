// Core Location for Linux. SPDX-License-Identifier: MIT

extension CLBackgroundActivitySession {
  /// How activity in the background stands.
  public struct Diagnostic: Sendable {
    let permission: Permission

    /// Whether the person refused.
    public var authorizationDenied: Bool { permission.status == .denied }

    /// Whether location services are off for all.
    public var authorizationDeniedGlobally: Bool { !permission.servicesEnabled }

    /// Whether an administrator forbids it.
    public var authorizationRestricted: Bool { permission.status == .restricted }

    /// Whether the application is in the background, where nobody can be asked.
    public var insufficientlyInUse: Bool {
      permission.status == .notDetermined && !permission.isInUse
    }

    /// False: service sessions are never required here.
    public var serviceSessionRequired: Bool { false }

    /// Whether the person is being asked.
    public var authorizationRequestInProgress: Bool { permission.isBeingAsked }
  }

  /// How it stands, now and whenever that changes.
  public struct Diagnostics: AsyncSequence, Sendable {
    /// What comes.
    public typealias Element = Diagnostic
    /// It never throws by itself.
    public typealias Failure = any Error

    let stream: @Sendable () -> AsyncStream<Diagnostic>

    /// Begins to follow.
    public func makeAsyncIterator() -> Iterator { Iterator(events: stream().makeAsyncIterator()) }

    /// Follows as long as it is asked.
    public struct Iterator: AsyncIteratorProtocol {
      var events: AsyncStream<Diagnostic>.Iterator

      /// How it stands next; `nil` when the task was cancelled, or the session is over.
      public mutating func next() async throws -> Diagnostic? { await events.next() }
    }
  }
}
