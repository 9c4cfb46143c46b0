// Core Location for Linux. SPDX-License-Identifier: MIT

extension CLLocationUpdate {
  /// What the locations of a stream are used for, which determines when the device counts as stationary.
  public enum LiveConfiguration: Hashable, Sendable {
    /// Anything.
    case `default`
    /// A car on roads.
    case automotiveNavigation
    /// A boat, a train, or a vehicle off the roads.
    case otherNavigation
    /// On foot or by bicycle.
    case fitness
    /// In the air.
    case airborne
    /// On the water; the device never counts as stationary, not even at anchor.
    case maritime

    var activity: CLActivityType {
      switch self {
      case .default: .other
      case .automotiveNavigation: .automotiveNavigation
      case .otherNavigation: .otherNavigation
      case .fitness: .fitness
      case .airborne: .airborne
      case .maritime: .maritime
      }
    }
  }

  /// Returns locations as they arrive, or the reasons why there are none.
  ///
  /// The stream begins when it is iterated and ends with the iteration or its task, never on its own. It asks for
  /// permission while nothing has been decided, unless Info.plist has `NSLocationRequireExplicitServiceSession`. A slow
  /// loop receives only the 16 newest events.
  public static func liveUpdates(_ configuration: LiveConfiguration = .default) -> Updates {
    Updates(engine: .current, configuration: configuration)
  }

  /// A stream of locations, which begins when it is iterated.
  public struct Updates: AsyncSequence, Sendable {
    /// The element of the sequence.
    public typealias Element = CLLocationUpdate
    /// The sequence itself never throws.
    public typealias Failure = any Error

    let engine: LocationEngine
    let configuration: LiveConfiguration

    static let capacity = 16

    /// Creates an iterator with a stream of its own.
    public func makeAsyncIterator() -> Iterator {
      Iterator(engine: engine, configuration: configuration)
    }

    /// An iterator over a stream that lasts as long as the iteration.
    public struct Iterator: AsyncIteratorProtocol {
      private let engine: LocationEngine
      private let configuration: LiveConfiguration
      private var subscription: Subscription?
      /// The update that the application is handling; it counts as underway until the next one is requested.
      private var passage: DeliveryTraffic.Passage?

      fileprivate init(engine: LocationEngine, configuration: LiveConfiguration) {
        self.engine = engine
        self.configuration = configuration
      }

      /// Returns the next event; `nil` when the task is cancelled.
      public mutating func next() async throws -> CLLocationUpdate? {
        try await next(isolation: #isolation)
      }

      /// Returns the next event; `nil` when the task is cancelled.
      public mutating func next(isolation actor: isolated (any Actor)?) async throws
        -> CLLocationUpdate?
      {
        if subscription == nil { subscription = Subscription(engine, configuration) }
        // The application has finished with the previous one.
        passage = nil
        guard let next = await subscription?.next(isolation: actor) else { return nil }
        passage = next.passage
        return next.update
      }
    }
  }

  /// A client of the engine, for as long as the iteration lasts.
  private struct Subscription {
    typealias Element = (update: CLLocationUpdate, passage: DeliveryTraffic.Passage?)

    private var elements: LoopQueue<Element>.Iterator
    private let membership: EngineMembership

    init(_ engine: LocationEngine, _ configuration: LiveConfiguration) {
      let traffic = engine.traffic
      // A simulation waits until its updates have been received, so none is dropped.
      let queue = LoopQueue<Element>(capacity: traffic == nil ? Updates.capacity : .max)
      elements = queue.makeIterator()
      let wakeUp = QueuedCall { queue.wake() }
      membership = EngineMembership(engine) { delivery in
        guard case .update(let update) = delivery.callback else { return nil }
        return queue.add((update, traffic?.departure())) ? wakeUp : nil
      }
      engine.change { [membership] state, effects in
        state.startLiveUpdates(
          membership.client, configuration.activity, at: .now, into: &effects)
      }
      engine.iterationBegan()
    }

    mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
      let element = await elements.next(isolation: actor)
      // Here, and not when the task is cancelled: it then holds a lock of its own.
      if element == nil { membership.end() }
      return element
    }
  }
}

@available(*, unavailable)
extension CLLocationUpdate.Updates.Iterator: Sendable {}
