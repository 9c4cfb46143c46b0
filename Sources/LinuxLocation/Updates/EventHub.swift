// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem

/// A hub that sends every event to each loop.
///
/// While there is no loop, the newest events wait for the next one, as do those that the last loop did not receive.
package final class EventHub<Event: Sendable>: Sendable {
  /// The most events that wait for a loop; the oldest are dropped first.
  private let capacity: Int
  private let content = Mutex(Content())

  private struct Content {
    var loops: [Int: LoopQueue<Event>] = [:]
    var backlog: [Event] = []
    var lastNumber = 0
    var isFinished = false
  }

  package init(capacity: Int) { self.capacity = capacity }

  /// Adds an event for every loop; returns whether ``wake()`` has to be called, once no lock is held.
  func add(_ event: Event) -> Bool {
    content.withLock { content in
      guard content.loops.isEmpty else {
        return content.loops.values.reduce(false) { $1.add(event) || $0 }
      }
      if content.backlog.count >= capacity { content.backlog.removeFirst() }
      content.backlog.append(event)
      return false
    }
  }

  /// Removes events that a loop has not received yet, and returns them.
  func remove(where isRemoved: (Event) -> Bool) -> [Event] {
    content.withLock { content in
      let waiting = content.backlog.filter(isRemoved)
      content.backlog.removeAll(where: isRemoved)
      return content.loops.values.reduce(into: waiting) { $0 += $1.remove(where: isRemoved) }
    }
  }

  func wake() {
    for loop in loops { loop.wake() }
  }

  /// Adds an event for every loop, and wakes the loops, so that no lock may be held.
  func send(_ event: Event) {
    if add(event) { wake() }
  }

  /// Ends all loops, and those to come.
  package func finish() {
    content.withLock { $0.isFinished = true }
    for loop in loops { loop.finish() }
  }

  private var loops: [LoopQueue<Event>] { content.withLock { Array($0.loops.values) } }

  /// Begins a loop; the first one receives the events that have waited.
  package func loop(_ first: () -> Event? = { nil }) -> Loop {
    let (number, queue, isFinished) = content.withLock { content in
      let queue = LoopQueue(capacity: capacity, content.backlog)
      content.backlog = []
      content.lastNumber += 1
      content.loops[content.lastNumber] = queue
      return (content.lastNumber, queue, content.isFinished)
    }
    if let event = first() { queue.addIfEmpty(event) }
    if isFinished { queue.finish() }
    return Loop(Membership(hub: self, number: number), queue)
  }

  /// Ends a loop; if it was the last one, the events that it has not received wait for the next.
  private func end(_ number: Int) {
    content.withLock { content in
      guard let queue = content.loops.removeValue(forKey: number) else { return }
      if content.loops.isEmpty { content.backlog = queue.drain() }
    }
  }

  /// One loop over the events, until it is released.
  package struct Loop {
    private let membership: Membership
    private var events: LoopQueue<Event>.Iterator

    fileprivate init(_ membership: Membership, _ queue: LoopQueue<Event>) {
      self.membership = membership
      events = queue.makeIterator()
    }

    /// Returns the next event; `nil` when the task is cancelled, or the hub is finished.
    package mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Event?
    {
      let event = await events.next(isolation: actor)
      if event == nil { membership.hub.end(membership.number) }
      return event
    }
  }

  fileprivate final class Membership: Sendable {
    let hub: EventHub
    let number: Int

    init(hub: EventHub, number: Int) {
      self.hub = hub
      self.number = number
    }

    deinit { hub.end(number) }
  }
}
