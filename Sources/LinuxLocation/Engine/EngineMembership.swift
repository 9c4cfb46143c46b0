// Core Location for Linux. SPDX-License-Identifier: MIT

/// A client's place in the engine, which ends when this is released, or before.
final class EngineMembership: Sendable {
  private let engine: LocationEngine
  let client: EngineClientID

  /// - Parameter sink: receives the client's deliveries, under the engine's lock.
  init(_ engine: LocationEngine, _ sink: @escaping @Sendable (Delivery) -> Void) {
    self.engine = engine
    client = engine.addClient(sink)
  }

  deinit { end() }

  /// Ends the membership: nothing more is delivered.
  func end() { engine.removeClient(client) }
}
