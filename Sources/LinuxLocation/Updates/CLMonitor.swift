// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
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
