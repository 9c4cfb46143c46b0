// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import LinuxSystem

/// Where a manager's callbacks arrive: in the order of posting, never two at once.
protocol CallbackQueue: Sendable {
  /// Has a callback called there, later.
  func post(_ callback: QueuedCall)
}

/// Something to be called.
///
/// A structure, because a collection of bare functions wraps each one anew.
struct QueuedCall: Sendable {
  let call: @Sendable () -> Void

  init(_ call: @escaping @Sendable () -> Void) { self.call = call }
}

/// Finds where callbacks belong that the calling thread asks for.
enum CallbackQueues {
  /// The run loop of the calling thread; the main queue, if the caller is the main thread, is on the main
  /// queue, or is a task, which has no thread of its own.
  static func ofCaller() -> any CallbackQueue {
    guard !Thread.isMainThread, !MainCallbackQueue.isCurrent,
      withUnsafeCurrentTask(body: { $0 == nil })
    else { return MainCallbackQueue.shared }
    return RunLoopCallbackQueue(.ofCurrentThread())
  }
}

/// Callbacks that wait: a queue that is emptied in one go, so that a hundred cost one wake-up.
final class CallbackInbox: Sendable {
  private struct Content {
    var callbacks: [QueuedCall] = []
    /// Room for the next ones, while others are called.
    var spare: [QueuedCall] = []
    var isDraining = false
  }

  private let content = Mutex(Content())

  /// Adds one; true if nobody is on the way to call it yet.
  func add(_ callback: QueuedCall) -> Bool {
    content.withLock { content in
      content.callbacks.append(callback)
      return content.callbacks.count == 1 && !content.isDraining
    }
  }

  var isEmpty: Bool { content.withLock(\.callbacks.isEmpty) }

  /// Calls all that wait, and what is added meanwhile, unless another thread is about to.
  func drain() {
    let mayDrain = content.withLock { content in
      defer { content.isDraining = true }
      return !content.isDraining
    }
    guard mayDrain else { return }
    while var callbacks = next() {
      for callback in callbacks { callback.call() }
      callbacks.removeAll(keepingCapacity: true)
      content.withLock { $0.spare = callbacks }
    }
  }

  private func next() -> [QueuedCall]? {
    content.withLock { content in
      guard !content.callbacks.isEmpty else {
        content.isDraining = false
        return nil
      }
      return content.callbacks.exchange(for: &content.spare)
    }
  }
}
