// Core Location for Linux. SPDX-License-Identifier: MIT

/// A place in the engine that is given up with it, or before.
final class EngineMembership: Sendable {
  private let engine: LocationEngine
  let client: EngineClientID

  /// - Parameter sink: takes its deliveries, under the engine's lock.
  init(_ engine: LocationEngine, _ sink: @escaping @Sendable (Delivery) -> Void) {
    self.engine = engine
    client = engine.addClient(sink)
  }

  deinit { end() }

  /// Nothing is delivered any more.
  func end() { engine.removeClient(client) }
}
