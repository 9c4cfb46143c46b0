// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation

/// A completion of an application, which is called at most once and released where its callbacks arrive, and nowhere else.
///
/// It may have the last reference to an object of the application, whose end then is code of the application, too.
final class Completion<Value: Sendable>: Sendable {
  private let queue: any CallbackQueue
  private let stored: Stored

  // Proof of Sendable: the closure is written once, before others can see this object, and taken where callbacks arrive; the one
  // thread that takes it, under the lock, has the only reference to it.
  private final class Stored: @unchecked Sendable {
    private let lock = NSLock()
    private var unguarded: ((Value) -> Void)?

    init(_ body: @escaping (Value) -> Void) { unguarded = body }

    var isTaken: Bool { lock.withLock { unguarded == nil } }
    func take() -> ((Value) -> Void)? { lock.withLock { unguarded.take() } }
  }

  init(on queue: any CallbackQueue, _ body: @escaping (Value) -> Void) {
    (self.queue, stored) = (queue, Stored(body))
  }

  deinit {
    if !stored.isTaken { queue.post(QueuedCall { [stored] in _ = stored.take() }) }
  }

  func call(_ value: Value) { queue.post(QueuedCall { [stored] in stored.take()?(value) }) }

  /// Calls it at once, on the thread where callbacks arrive.
  func callHere(_ value: Value) { stored.take()?(value) }
}
