// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import LinuxSystem

/// The place for the one request that a geocoder may have at a time.
final class GeocodeSlot: Sendable {
  final class Ticket: Sendable {}

  struct Reply: Sendable {
    /// Whether it is called on the main queue, as completion handlers are, or on the thread that has the answer.
    var isOnMainQueue: Bool
    var call: @Sendable (Result<[CLPlacemark], CLError>) -> Void

    func deliver(_ body: @escaping @Sendable () -> Void) {
      if isOnMainQueue { MainCallbackQueue.shared.post(QueuedCall(body)) } else { body() }
    }
  }

  private struct Request {
    var ticket: Ticket
    var reply: Reply
    /// What answers it; `nil` until that has started.
    var task: Task<Void, Never>?
  }

  private let current = Mutex<Request?>(nil)

  var isTaken: Bool { current.withLock { $0 != nil } }

  /// Begins to answer a request; cancels it if another one is still unanswered.
  func start(
    _ ticket: Ticket, reply: Reply,
    answer: @escaping @Sendable () async -> Result<[CLPlacemark.Fields], CLError>
  ) {
    let isRefused = current.withLock { current in
      guard current == nil else { return true }
      current = Request(ticket: ticket, reply: reply)
      return false
    }
    if isRefused {
      return reply.deliver { reply.call(.failure(CLError(.geocodeCanceled))) }
    }
    let task = Task { [self] in
      let result = await answer()
      reply.deliver {
        guard self.release(ticket) != nil else { return }
        reply.call(result.map { $0.map(CLPlacemark.init) })
      }
    }
    let isCancelled = current.withLock { current in
      guard current?.ticket === ticket else { return true }
      current?.task = task
      return false
    }
    // Or answered, which makes no difference.
    if isCancelled { task.cancel() }
  }

  /// Cancels a request, the current one if there is no ticket; does nothing if it has been answered.
  func cancel(_ ticket: Ticket? = nil) {
    guard let request = release(ticket) else { return }
    request.task?.cancel()
    request.reply.deliver { request.reply.call(.failure(CLError(.geocodeCanceled))) }
  }

  private func release(_ ticket: Ticket?) -> Request? {
    current.withLock { current in
      ticket == nil || current?.ticket === ticket ? current.take() : nil
    }
  }
}
