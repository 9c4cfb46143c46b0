// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem

/// The turns for which the requests of a whole process wait.
final class RequestTurns: Sendable {
  static let shared = RequestTurns(RequestPacer())

  private let pacer: Mutex<RequestPacer>

  init(_ pacer: RequestPacer) { self.pacer = Mutex(pacer) }

  /// Waits for the next turn.
  ///
  /// - Throws: `CancellationError`; the turn is then lost.
  func next() async throws {
    let turn = pacer.withLock { $0.turn(at: .now) }
    try await Task.sleep(until: turn, clock: .continuous)
  }
}
