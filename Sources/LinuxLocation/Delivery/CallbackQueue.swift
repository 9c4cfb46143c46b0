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
  /// Posts a callback, which is called later.
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

/// Finds the queue for the callbacks that the calling thread requests.
enum CallbackQueues {
  /// Returns the run loop of the calling thread, or the main queue if the caller is the main thread, is on the main
  /// queue, or is a task, which has no thread of its own.
  static func ofCaller() -> any CallbackQueue {
    guard !Thread.isMainThread, !MainCallbackQueue.isCurrent,
      withUnsafeCurrentTask(body: { $0 == nil })
    else { return MainCallbackQueue.shared }
    return RunLoopCallbackQueue(.ofCurrentThread())
  }
}

/// A queue of waiting callbacks that is drained at once, so that a hundred cost one wake-up.
final class CallbackInbox: Sendable {
  private struct Content {
    var callbacks: [QueuedCall] = []
    /// The storage for new callbacks while others are called.
    var spare: [QueuedCall] = []
    var isDraining = false
  }

  private let content = Mutex(Content())

  /// Adds a callback; returns true if no thread is about to drain the queue yet.
  func add(_ callback: QueuedCall) -> Bool {
    content.withLock { content in
      content.callbacks.append(callback)
      return content.callbacks.count == 1 && !content.isDraining
    }
  }

  var isEmpty: Bool { content.withLock(\.callbacks.isEmpty) }

  /// Calls the callbacks that wait now, unless another thread is doing so.
  ///
  /// - Returns: whether others were added meanwhile, for which it has to be called again in another turn of the thread or
  ///   queue. In the same turn, callbacks that follow each other without a pause would keep everything else from running
  ///   there.
  func drain() -> Bool {
    let waiting: [QueuedCall]? = content.withLock { content in
      guard !content.isDraining else { return nil }
      content.isDraining = true
      return content.callbacks.exchange(for: &content.spare)
    }
    guard var callbacks = waiting else { return false }
    for callback in callbacks { callback.call() }
    callbacks.removeAll(keepingCapacity: true)
    return content.withLock { content in
      (content.spare, content.isDraining) = (callbacks, false)
      return !content.callbacks.isEmpty
    }
  }
}
