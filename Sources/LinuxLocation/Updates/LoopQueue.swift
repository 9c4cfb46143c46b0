// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem

/// The elements that one loop has not received yet, of which the newest are kept.
///
/// Elements may be added under a lock, but the loop is woken under none: its task holds a lock of its own while it is
/// cancelled, and whoever wakes it waits for that one.
final class LoopQueue<Element: Sendable>: Sendable {
  private let capacity: Int
  private let elements: Mutex<[Element]>
  private let wakeUps: AsyncStream<Void>
  private let wakeUp: AsyncStream<Void>.Continuation

  /// - Parameter capacity: the most elements that wait; the oldest are dropped first.
  init(capacity: Int, _ elements: [Element] = []) {
    self.capacity = capacity
    self.elements = Mutex(elements)
    (wakeUps, wakeUp) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  }

  /// Adds an element; returns whether ``wake()`` has to be called, once no lock is held.
  func add(_ element: Element) -> Bool {
    elements.withLock { elements in
      if elements.count >= capacity { elements.removeFirst() }
      elements.append(element)
      return elements.count == 1
    }
  }

  /// Adds an element if none waits, before the loop begins.
  func addIfEmpty(_ element: Element) {
    elements.withLock { if $0.isEmpty { $0.append(element) } }
  }

  func remove(where isRemoved: (Element) -> Bool) -> [Element] {
    elements.withLock { elements in
      let removed = elements.filter(isRemoved)
      elements.removeAll(where: isRemoved)
      return removed
    }
  }

  /// Wakes the loop, without effect if it does not wait.
  func wake() { wakeUp.yield() }

  /// Ends the loop once it has received what waits.
  func finish() { wakeUp.finish() }

  func drain() -> [Element] { elements.withLock { exchange(&$0, with: []) } }

  private func next() -> Element? {
    elements.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }

  func makeIterator() -> Iterator { Iterator(self) }

  struct Iterator {
    private let queue: LoopQueue
    private var wakeUps: AsyncStream<Void>.Iterator

    fileprivate init(_ queue: LoopQueue) {
      self.queue = queue
      wakeUps = queue.wakeUps.makeAsyncIterator()
    }

    /// Returns the next element; `nil` when the task is cancelled, or the queue is finished and empty.
    mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> Element? {
      while !Task.isCancelled {
        if let element = queue.next() { return element }
        guard await wakeUps.next(isolation: actor) == nil else { continue }
        if !Task.isCancelled, let element = queue.next() { return element }
        break
      }
      queue.finish()
      return nil
    }
  }
}
