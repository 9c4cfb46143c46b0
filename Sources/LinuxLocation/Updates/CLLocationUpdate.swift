// Core Location for Linux. SPDX-License-Identifier: MIT

/// One event of a stream of locations: a location, or the reason why there is none.
public struct CLLocationUpdate: Sendable {
  /// The location; `nil` if the event only reports a state.
  public internal(set) var location: CLLocation?

  /// Whether the device is stationary; no more locations arrive until it moves.
  public internal(set) var stationary = false

  var diagnostics = UpdateDiagnostics()

  /// The same as ``stationary``.
  @available(*, deprecated, renamed: "stationary")
  public var isStationary: Bool { stationary }

  /// Whether the person has refused permission.
  public var authorizationDenied: Bool { diagnostics.authorizationDenied }

  /// Whether location services are off on this machine.
  public var authorizationDeniedGlobally: Bool { diagnostics.authorizationDeniedGlobally }

  /// Whether an administrator forbids the use of the location.
  public var authorizationRestricted: Bool { diagnostics.authorizationRestricted }

  /// Whether the application is in the background, where it may not know its location.
  public var insufficientlyInUse: Bool { diagnostics.insufficientlyInUse }

  /// Whether the receiver has no position now.
  public var locationUnavailable: Bool { diagnostics.locationUnavailable }

  /// Whether only reduced accuracy is granted.
  public var accuracyLimited: Bool { diagnostics.accuracyLimited }

  /// Whether there is no service session, although Info.plist has `NSLocationRequireExplicitServiceSession`.
  public var serviceSessionRequired: Bool { diagnostics.serviceSessionRequired }

  /// Whether the person is being asked, or has yet to be asked.
  public var authorizationRequestInProgress: Bool { diagnostics.authorizationRequestInProgress }
}

/// The conditions that prevent or limit the delivery of locations.
struct UpdateDiagnostics: Hashable, Sendable {
  var authorizationDenied = false
  var authorizationDeniedGlobally = false
  var authorizationRestricted = false
  var insufficientlyInUse = false
  var locationUnavailable = false
  var accuracyLimited = false
  var authorizationRequestInProgress = false
  var serviceSessionRequired = false

  init() {}

  init(_ permission: Permission) {
    authorizationDeniedGlobally = !permission.servicesEnabled
    authorizationDenied = permission.status == .denied
    authorizationRestricted = permission.status == .restricted
    authorizationRequestInProgress = permission.isBeingAsked
    serviceSessionRequired = permission.lacksSession
    // In the background, the person cannot be asked either.
    insufficientlyInUse =
      permission.isAuthorized && !permission.allowsEvents
      || permission.status == .notDetermined && !permission.isInUse
    accuracyLimited = permission.isAuthorized && permission.accuracy == .reducedAccuracy
  }
}

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
