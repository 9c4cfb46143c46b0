// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem

/// A hub that sends every event to each loop.
///
/// While there is no loop, the newest events wait for the next one, as do those that the last loop did not receive.
final class EventHub<Event: Sendable>: Sendable {
  /// The most events that wait; the oldest are dropped first.
  private let capacity: Int
  private let content = Mutex(Content())

  private struct Content {
    var loops: [Int: Waiting] = [:]
    /// The events that wait while there is no loop.
    var backlog: [Event] = []
    var lastNumber = 0
  }

  private struct Waiting {
    var events: [Event]
    let wakeUp: AsyncStream<Void>.Continuation
  }

  init(capacity: Int) { self.capacity = capacity }

  /// Adds an event for every loop.
  func send(_ event: Event) {
    content.withLock { content in
      if content.loops.isEmpty { append(event, to: &content.backlog) }
      for number in content.loops.keys {
        guard var waiting = content.loops[number] else { continue }
        append(event, to: &waiting.events)
        content.loops[number] = waiting
        waiting.wakeUp.yield()
      }
    }
  }

  private func append(_ event: Event, to events: inout [Event]) {
    if events.count >= capacity { events.removeFirst() }
    events.append(event)
  }

  /// Begins a loop; the first one receives the events that have waited.
  func loop() -> Loop {
    let (wakeUps, wakeUp) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let number = content.withLock { content in
      content.lastNumber += 1
      let backlog = content.backlog
      content.backlog = []
      content.loops[content.lastNumber] = Waiting(events: backlog, wakeUp: wakeUp)
      return content.lastNumber
    }
    return Loop(hub: self, number: number, wakeUps: wakeUps.makeAsyncIterator())
  }

  private func next(_ number: Int) -> Event? {
    content.withLock { content in
      guard let events = content.loops[number]?.events, !events.isEmpty else { return nil }
      return content.loops[number]?.events.removeFirst()
    }
  }

  /// Ends a loop; if it was the last one, the events that it has not received wait for the next.
  private func end(_ number: Int) {
    content.withLock { content in
      guard let waiting = content.loops.removeValue(forKey: number) else { return }
      if content.loops.isEmpty { content.backlog = waiting.events }
      waiting.wakeUp.finish()
    }
  }

  /// One loop over the events, until it is released.
  struct Loop {
    private let membership: Membership
    private var wakeUps: AsyncStream<Void>.Iterator

    fileprivate init(hub: EventHub, number: Int, wakeUps: AsyncStream<Void>.Iterator) {
      membership = Membership(hub: hub, number: number)
      self.wakeUps = wakeUps
    }

    /// Returns the next event; `nil` when the task is cancelled.
    mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Event? {
      while !Task.isCancelled {
        if let event = membership.hub.next(membership.number) { return event }
        if await wakeUps.next(isolation: actor) == nil { break }
      }
      membership.hub.end(membership.number)
      return nil
    }
  }

  private final class Membership: Sendable {
    let hub: EventHub
    let number: Int

    init(hub: EventHub, number: Int) {
      self.hub = hub
      self.number = number
    }

    deinit { hub.end(number) }
  }
}
