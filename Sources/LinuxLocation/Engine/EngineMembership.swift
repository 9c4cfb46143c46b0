// Core Location for Linux. SPDX-License-Identifier: MIT

/// A client's place in the engine, which ends when this is released, or before.
final class EngineMembership: Sendable {
  private let engine: LocationEngine
  let client: EngineClientID

  /// - Parameter sink: queues the client's deliveries; see ``LocationEngine/Sink``.
  init(
    _ engine: LocationEngine, _ role: ClientRole = .stream, _ sink: @escaping LocationEngine.Sink
  ) {
    self.engine = engine
    client = engine.addClient(role, sink)
  }

  deinit { end() }

  func end() { engine.removeClient(client) }
}
