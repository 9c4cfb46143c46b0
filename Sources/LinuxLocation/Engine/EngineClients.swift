// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem

/// The clients of the engine, the oldest first.
struct EngineClients: Sendable {
  /// The state of each client, changed in place for each fix: an array does that without allocating.
  ///
  /// It is in the order of the clients' numbers, which only grow.
  var states: [ClientState] = []
  private var lastNumber = 0

  var isEmpty: Bool { states.isEmpty }
  var indices: Range<Int> { states.indices }

  mutating func add(_ role: ClientRole) -> EngineClientID {
    lastNumber += 1
    let id = EngineClientID(number: lastNumber)
    states.append(ClientState(id, role))
    return id
  }

  mutating func remove(_ id: EngineClientID) { states.removeAll { $0.id == id } }

  /// The state of a client; `nil` if it has been removed, and setting it then has no effect.
  subscript(id: EngineClientID) -> ClientState? {
    get { index(of: id).map { states[$0] } }
    set {
      guard let newValue, let index = index(of: id) else { return }
      states[index] = newValue
    }
  }

  /// Returns the position of a client, by binary search; `nil` if it has been removed.
  func index(of id: EngineClientID) -> Int? {
    let index = indices.partitioningIndex { states[$0].id.number >= id.number }
    return index < states.count && states[index].id == id ? index : nil
  }
}

extension EngineState {
  /// Adds a client; a session and an activity contribute to the permission from ``renewPermission(at:)`` on.
  mutating func addClient(_ role: ClientRole = .stream) -> EngineClientID {
    let keepsInUse = role == .activity && permission.isInUse
    let client = clients.add(role)
    clients[client]?.keepsInUse = keepsInUse
    return client
  }

  mutating func removeClient(
    _ client: EngineClientID, at now: Duration, into effects: inout Effects
  ) {
    clients.remove(client)
    stateRequests.removeAll { $0.client == client }
    effects.deliveries.removeAll { $0.client == client }
    waiting.remove(client)
    renewPermission(at: now, into: &effects)
  }

  /// Whether a callback may still arrive.
  func accepts(_ delivery: Delivery) -> Bool {
    guard let index = clients.index(of: delivery.client) else { return false }
    guard let (service, run) = delivery.run else { return true }
    if case .region(let identifier) = service { return regions.run(of: identifier) == run }
    return clients.states[index].isRunning(service, run)
  }
}

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
