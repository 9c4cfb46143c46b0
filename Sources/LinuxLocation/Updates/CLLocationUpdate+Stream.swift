// Core Location for Linux. SPDX-License-Identifier: MIT

extension CLLocationUpdate {
  /// What the locations of a stream are used for, which tells how soon somebody counts as staying.
  public enum LiveConfiguration: Hashable, Sendable {
    /// Anything.
    case `default`
    /// A car on roads.
    case automotiveNavigation
    /// A boat, a train, a vehicle off the roads.
    case otherNavigation
    /// On foot or by bicycle.
    case fitness
    /// In the air.
    case airborne

    var activity: CLActivityType {
      switch self {
      case .default: .other
      case .automotiveNavigation: .automotiveNavigation
      case .otherNavigation: .otherNavigation
      case .fitness: .fitness
      case .airborne: .airborne
      }
    }
  }

  /// Locations as they come, and what stands in their way.
  ///
  /// The stream begins when it is iterated, and ends with the iteration or its task, never by itself. It asks nobody for
  /// permission: a ``CLServiceSession`` or a manager does. Of a consumer that is slow, the 16 newest events wait.
  public static func liveUpdates(_ configuration: LiveConfiguration = .default) -> Updates {
    Updates(engine: .shared, configuration: configuration)
  }

  /// A stream of locations that has not begun.
  public struct Updates: AsyncSequence, Sendable {
    /// What comes.
    public typealias Element = CLLocationUpdate
    /// It never throws by itself.
    public typealias Failure = any Error

    let engine: LocationEngine
    let configuration: LiveConfiguration

    static let capacity = 16

    /// A stream of its own, which begins with its first event.
    public func makeAsyncIterator() -> Iterator {
      Iterator(engine: engine, configuration: configuration)
    }

    /// A stream that goes on as long as it is asked.
    public struct Iterator: AsyncIteratorProtocol {
      private let engine: LocationEngine
      private let configuration: LiveConfiguration
      private var subscription: Subscription?

      fileprivate init(engine: LocationEngine, configuration: LiveConfiguration) {
        self.engine = engine
        self.configuration = configuration
      }

      /// The next event; `nil` when the task was cancelled.
      public mutating func next() async throws -> CLLocationUpdate? {
        try await next(isolation: #isolation)
      }

      /// The next event; `nil` when the task was cancelled.
      public mutating func next(isolation actor: isolated (any Actor)?) async throws
        -> CLLocationUpdate?
      {
        if subscription == nil { subscription = Subscription(engine, configuration) }
        guard var events = subscription?.events else { return nil }
        defer { subscription?.events = events }
        return await events.next(isolation: actor)
      }
    }
  }

  /// A place in the engine, for as long as somebody iterates.
  private struct Subscription {
    var events: AsyncStream<CLLocationUpdate>.Iterator
    private let membership: EngineMembership

    init(_ engine: LocationEngine, _ configuration: LiveConfiguration) {
      let (stream, continuation) = AsyncStream.makeStream(
        of: CLLocationUpdate.self, bufferingPolicy: .bufferingNewest(Updates.capacity))
      events = stream.makeAsyncIterator()
      membership = EngineMembership(engine) { delivery in
        if case .update(let update) = delivery.callback { continuation.yield(update) }
      }
      continuation.onTermination = { [membership] _ in membership.end() }
      engine.change { [membership] state in
        state.startLiveUpdates(membership.client, configuration.activity, at: .now)
      }
    }
  }
}

@available(*, unavailable)
extension CLLocationUpdate.Updates.Iterator: Sendable {}
