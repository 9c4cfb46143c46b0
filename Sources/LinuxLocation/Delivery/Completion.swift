// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation

/// A completion of an application, which is called at most once and released where its callbacks arrive, and nowhere else.
///
/// It may have the last reference to an object of the application, whose end then is code of the application, too.
final class Completion<Value: Sendable>: Sendable {
  private let queue: any CallbackQueue
  private let stored: Stored

  // Proof of Sendable: the closure is written once, before others can see this object, and taken where callbacks arrive; the one
  // thread that takes it, under the lock, has the only reference to it. A call that waits keeps its queue, which would otherwise
  // discard it, and release the closure on whichever thread let go of the queue.
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
    if !stored.isTaken { post { _ in } }
  }

  func call(_ value: Value) { post { $0?(value) } }

  private func post(_ use: @escaping @Sendable (((Value) -> Void)?) -> Void) {
    queue.post(QueuedCall { [stored, queue] in withExtendedLifetime(queue) { use(stored.take()) } })
  }

  /// Calls it at once, on the thread where callbacks arrive.
  func callHere(_ value: Value) { stored.take()?(value) }
}
