// Core Location for Linux. SPDX-License-Identifier: MIT

public import Foundation
import LocationAuthorization

/// A monitor that watches conditions, and reports when one becomes satisfied or ceases to be.
///
/// Conditions are stored under the monitor's name; a later monitor with the same name continues with them, even in another
/// process. Only one monitor can use a name at a time; a second one with the same name watches, but stores nothing.
public actor CLMonitor {
  /// The most conditions of one monitor.
  static let limit = 20

  /// The name under which its conditions are stored.
  public nonisolated let name: String

  /// The changes of its conditions.
  ///
  /// Each loop receives all of them from its beginning. While no loop runs, the newest 256 are kept for the next.
  ///
  /// ``Record/lastEvent`` changes when a loop has finished with an event: when it requests the next one, or ends.
  public let events: Events

  private let engine: LocationEngine
  private let membership: EngineMembership
  private let records: MonitorRecords
  /// The states of what happened before this launch, of the conditions that have not been added since.
  private var handedOver: [String: Event.State] = [:]

  /// Opens the monitor with this name, or creates it.
  public init(_ name: String) async {
    let engine = LocationEngine.current
    await engine.beginning()
    self.init(
      name, engine: engine,
      directory: LocationEngine.simulated == nil ? StateDirectory.shared : nil)
  }

  init(_ name: String, engine: LocationEngine, directory: StateDirectory?) {
    self.name = name
    self.engine = engine
    let records = MonitorRecords(name: name, directory: directory) { engine.log($0) }
    self.records = records
    for problem in records.problems { engine.log(problem) }
    let hub = EventHub<Event>(capacity: 256)
    events = Events(hub: hub, records: records) { [weak engine] in engine?.iterationBegan() }
    let wakeUp = QueuedCall { hub.wake() }
    membership = EngineMembership(engine) { delivery in
      guard case .condition(let event) = delivery.callback else { return nil }
      return hub.add(event) ? wakeUp : nil
    }
    // What happened while the application did not run is delivered first.
    let before =
      records.isPersistent ? engine.change { state, _ in state.handedOver(toMonitor: name) } : []
    for event in before {
      guard records[event.identifier] != nil else {
        event.receipt?.discard()
        continue
      }
      _ = hub.add(event)
      handedOver[event.identifier] = event.state
    }
    let known = records.assumed(after: before)
    engine.change { [membership] state, effects in
      state.clients[membership.client]?.conditions = ConditionMonitor(
        persists: records.isPersistent)
      for (identifier, record) in known {
        state.watch(
          record.condition, identifier, assuming: record.state, membership.client, into: &effects)
      }
    }
  }

  /// Watches a condition, in place of any other with the same identifier.
  ///
  /// An event reports a condition that cannot be watched: a beacon, an invalid circle, or the twenty-first condition.
  public func add(_ condition: any CLCondition, identifier: String) {
    add(condition, identifier: identifier, assuming: .unknown)
  }

  /// Watches a condition; the first event is sent when its state differs from the assumed one.
  ///
  /// An application that `gps wake` has started may add the same condition once more: it gets the event for which it was started,
  /// and no other until the state changes again.
  public func add(
    _ condition: any CLCondition, identifier: String, assuming state: Event.State
  ) {
    let isFull = records.count >= Self.limit && records[identifier] == nil
    let known = records.hasCircle(condition, identifier) ? handedOver[identifier] : nil
    handedOver[identifier] = nil
    if !isFull { records.add(condition, identifier, assuming: state, continues: known != nil) }
    engine.change { [membership] engine, effects in
      if isFull {
        engine.refuse(identifier, membership.client, into: &effects) {
          $0.conditionLimitExceeded = true
        }
      } else {
        engine.watch(
          condition, identifier, assuming: known ?? state, membership.client, into: &effects)
      }
    }
  }

  /// Stops watching the condition with this identifier; no more events of it are sent.
  public func remove(_ identifier: String) {
    records.remove(identifier)
    handedOver[identifier] = nil
    engine.change { [membership] state, _ in state.unwatch(identifier, membership.client) }
    for event in events.hub.remove(where: { $0.identifier == identifier }) {
      event.receipt?.discard()
    }
  }

  /// Returns a condition and its last event; `nil` if there is none with this identifier.
  public func record(for identifier: String) -> Record? { records[identifier] }

  /// The identifiers of its conditions.
  public var identifiers: [String] { records.all.map(\.key).sorted() }

  /// A condition and its last event.
  public struct Record: Sendable {
    /// The last event that a loop has finished with; before the first, one with the assumed state.
    public let lastEvent: Event
    /// The condition.
    public let condition: any CLCondition
  }

  /// The events of a monitor, as they occur.
  public struct Events: AsyncSequence, Sendable {
    /// The element of the sequence.
    public typealias Element = Event
    /// The sequence itself never throws.
    public typealias Failure = any Error

    let hub: EventHub<Event>
    let records: MonitorRecords
    let began: @Sendable () -> Void

    /// Creates an iterator, which receives events from now on.
    public func makeAsyncIterator() -> Iterator {
      defer { began() }
      return Iterator(loop: hub.loop(), records: records)
    }

    /// An iterator that receives events until it is released.
    public struct Iterator: AsyncIteratorProtocol {
      var loop: EventHub<Event>.Loop
      let records: MonitorRecords
      /// The event that the application is handling.
      private var receipt: Receipt?

      fileprivate init(loop: EventHub<Event>.Loop, records: MonitorRecords) {
        self.loop = loop
        self.records = records
      }

      /// Returns the next event; `nil` when the task is cancelled.
      public mutating func next() async throws -> Event? {
        receipt = nil
        while let event = await loop.next() {
          // Immediately before the application gets it: from here on, it is not delivered again.
          records.handOut(event)
          if let wakeReceipt = event.receipt, !wakeReceipt.claim() { continue }
          receipt = Receipt(event, records)
          return event
        }
        return nil
      }
    }

    /// An event that is recorded when the application has finished with it, and this is released.
    private final class Receipt: Sendable {
      private let event: Event
      private let records: MonitorRecords

      init(_ event: Event, _ records: MonitorRecords) {
        self.event = event
        self.records = records
      }

      deinit {
        event.receipt?.finish()
        records.delivered(event)
      }
    }
  }
}

extension CLMonitor {
  /// A change of a condition.
  public struct Event: Sendable {
    /// The state of a condition.
    public enum State: UInt, Hashable, Sendable, Codable {
      /// Not known yet.
      case unknown = 0
      /// It is satisfied.
      case satisfied = 1
      /// It is not satisfied.
      case unsatisfied = 2
      /// It cannot be watched.
      case unmonitored = 3
    }

    /// The identifier of the condition.
    public let identifier: String
    /// Its new state.
    public let state: State
    /// When it changed: by the receiver's clock for a change of place, otherwise by the machine's.
    public let date: Date
    /// Always `nil`: it is for beacons only.
    public var refinement: (any CLCondition)? { nil }

    /// The file in which it is stored until a loop gets it; `nil` if it is not.
    var receipt: WakeReceipt?
    var diagnostics = UpdateDiagnostics()
    /// Whether conditions of this kind cannot be watched.
    public internal(set) var conditionUnsupported = false
    /// Whether the monitor has too many conditions.
    public internal(set) var conditionLimitExceeded = false
    /// Whether the condition will be forgotten when the process ends.
    public internal(set) var persistenceUnavailable = false

    /// Whether the person has refused permission.
    public var authorizationDenied: Bool { diagnostics.authorizationDenied }

    /// Whether location services are off on this machine.
    public var authorizationDeniedGlobally: Bool { diagnostics.authorizationDeniedGlobally }

    /// Whether an administrator forbids the use of the location.
    public var authorizationRestricted: Bool { diagnostics.authorizationRestricted }

    /// Whether the application is in the background, where it may not know its location.
    public var insufficientlyInUse: Bool { diagnostics.insufficientlyInUse }

    /// Whether only reduced accuracy is granted, which is not sufficient.
    public var accuracyLimited: Bool { diagnostics.accuracyLimited }

    /// Whether there is no service session, although Info.plist has `NSLocationRequireExplicitServiceSession`.
    public var serviceSessionRequired: Bool { diagnostics.serviceSessionRequired }

    /// Whether the person is being asked now.
    public var authorizationRequestInProgress: Bool { diagnostics.authorizationRequestInProgress }
  }
}
