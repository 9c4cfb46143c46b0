// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation

/// Watches conditions, and tells when one becomes satisfied or ceases to be.
///
/// Conditions are kept under the monitor's name, over launches: a monitor of that name made again goes on with them. A
/// name can be used by one monitor at a time; another one of the same name watches, and keeps nothing.
public actor CLMonitor {
  /// The most conditions of one monitor.
  static let limit = 20

  /// What it is known by, over launches.
  public nonisolated let name: String

  /// What changes; one loop at a time takes the events.
  ///
  /// ``Record/lastEvent`` follows when an event has been taken.
  public let events: Events

  private let engine: LocationEngine
  private let membership: EngineMembership
  private let records: MonitorRecords

  /// Opens the monitor of a name, or makes it.
  public init(_ name: String) async {
    self.init(name, engine: .shared, directory: StateDirectory.shared)
  }

  init(_ name: String, engine: LocationEngine, directory: StateDirectory?) {
    self.name = name
    self.engine = engine
    let records = MonitorRecords(name: name, directory: directory) { engine.log($0) }
    self.records = records
    for problem in records.problems { engine.log(problem) }
    let (stream, continuation) = AsyncStream.makeStream(
      of: Event.self, bufferingPolicy: .bufferingNewest(256))
    events = Events(stream: stream, records: records)
    membership = EngineMembership(engine) { delivery in
      guard case .condition(let event) = delivery.callback else { return }
      continuation.yield(event)
    }
    let known = records.all
    engine.change { [membership] state in
      state.clients[membership.client]?.conditions = ConditionMonitor(
        persists: records.isPersistent)
      for (identifier, record) in known {
        state.watch(
          record.condition, identifier, assuming: record.lastEvent.state, membership.client)
      }
    }
  }

  /// Watches a condition; one of the same identifier is replaced.
  ///
  /// What cannot be watched is told by an event: a beacon, a circle that is none, the twenty-first condition.
  public func add(_ condition: any CLCondition, identifier: String) {
    add(condition, identifier: identifier, assuming: .unknown)
  }

  /// Watches a condition; the first event comes if its state differs from the one assumed.
  public func add(
    _ condition: any CLCondition, identifier: String, assuming state: Event.State
  ) {
    let isFull = records.count >= Self.limit && records[identifier] == nil
    if !isFull { records.add(condition, identifier, assuming: state) }
    engine.change { [membership] engine in
      if isFull {
        engine.refuse(identifier, membership.client) { $0.conditionLimitExceeded = true }
      } else {
        engine.watch(condition, identifier, assuming: state, membership.client)
      }
    }
  }

  /// Watches the condition of this identifier no more.
  public func remove(_ identifier: String) {
    records.remove(identifier)
    engine.change { [membership] in
      $0.clients[membership.client]?.conditions?.remove(identifier)
    }
  }

  /// A condition and the last event of it; `nil` if there is none of this identifier.
  public func record(for identifier: String) -> Record? { records[identifier] }

  /// The identifiers of its conditions.
  public var identifiers: [String] { records.all.map(\.key).sorted() }

  /// A condition, and what was last told of it.
  public struct Record: Sendable {
    /// The last event that was taken; before the first, one of the state assumed.
    public let lastEvent: Event
    /// What is watched.
    public let condition: any CLCondition
  }

  /// Events as they come.
  public struct Events: AsyncSequence, Sendable {
    /// What comes.
    public typealias Element = Event
    /// It never throws by itself.
    public typealias Failure = any Error

    let stream: AsyncStream<Event>
    let records: MonitorRecords

    /// Takes events from now on.
    public func makeAsyncIterator() -> Iterator {
      Iterator(events: stream.makeAsyncIterator(), records: records)
    }

    /// Takes events as long as it is asked.
    public struct Iterator: AsyncIteratorProtocol {
      var events: AsyncStream<Event>.Iterator
      let records: MonitorRecords

      /// The next event; `nil` when the task was cancelled.
      public mutating func next() async throws -> Event? {
        guard let event = await events.next() else { return nil }
        records.note(event)
        return event
      }
    }
  }
}
