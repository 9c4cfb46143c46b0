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
  var count: Int { states.count }
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
