// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import LinuxSystem

/// The queue on which a manager's callbacks arrive, in the order of posting and never two at once.
protocol CallbackQueue: Sendable {
  /// Adds a callback, which is called after ``wake()``; returns whether that has to be called, once no lock is held.
  func add(_ callback: QueuedCall) -> Bool

  /// Makes the queue call, later and elsewhere, what has been added.
  func wake()
}

extension CallbackQueue {
  func post(_ callback: QueuedCall) {
    if add(callback) { wake() }
  }
}

/// A function to be called.
///
/// It is a structure because a collection of bare functions wraps each one again.
struct QueuedCall: Sendable {
  let call: @Sendable () -> Void

  init(_ call: @escaping @Sendable () -> Void) { self.call = call }
}

enum CallbackQueues {
  /// Returns the run loop of the calling thread, or the main queue if the caller is the main thread, is on the main
  /// queue, or is a task, which has no thread of its own.
  static func ofCaller() -> any CallbackQueue {
    guard !Thread.isMainThread, !MainCallbackQueue.isCurrent,
      withUnsafeCurrentTask(body: { $0 == nil })
    else { return MainCallbackQueue.shared }
    return RunLoopCallbackQueue()
  }
}

/// A queue of waiting callbacks that is drained at once, so that a hundred cost one wake-up.
final class CallbackInbox: Sendable {
  private struct Content {
    var callbacks: [QueuedCall] = []
    var drainer: ObjectIdentifier?
  }

  private let content = Mutex(Content())

  /// Adds a callback; returns whether a call of ``drain(_:)`` has to be requested, for this one and those that follow.
  func add(_ callback: QueuedCall) -> Bool {
    content.withLock { content in
      content.callbacks.append(callback)
      return content.callbacks.count == 1
    }
  }

  var isEmpty: Bool { content.withLock(\.callbacks.isEmpty) }

  /// Calls the callbacks that wait now, unless another thread is doing so.
  ///
  /// A callback may run a loop that calls this again, for those that follow it.
  ///
  /// - Parameter request: requests that call; it must return quickly.
  /// - Returns: whether others were added meanwhile, for which it has to be called again in another turn of the thread or
  ///   queue. In the same turn, callbacks that follow each other without a pause would keep everything else from running
  ///   there.
  func drain(_ request: () -> Void) -> Bool {
    let thread = ObjectIdentifier(Thread.current)
    let (drainer, count) = content.withLock { content in
      let drainer = content.drainer
      content.drainer = drainer ?? thread
      return (drainer, content.callbacks.count)
    }
    if let drainer, drainer != thread { return false }
    for _ in 0..<count {
      let next = content.withLock { content in
        content.callbacks.isEmpty
          ? nil : (callback: content.callbacks.removeFirst(), isLast: content.callbacks.isEmpty)
      }
      guard let next else { break }
      if !next.isLast { request() }
      next.callback.call()
    }
    return content.withLock { content in
      content.drainer = drainer
      return !content.callbacks.isEmpty
    }
  }
}

/// The queues to wake once a lock has been released.
struct WakeUps {
  /// Kept apart from the others, because there is rarely another, and an array would be allocated.
  private var first: QueuedCall?
  private var others: [QueuedCall] = []

  mutating func add(_ wakeUp: QueuedCall?) {
    guard let wakeUp else { return }
    if first == nil { first = wakeUp } else { others.append(wakeUp) }
  }

  func call() {
    first?.call()
    for other in others { other.call() }
  }
}
