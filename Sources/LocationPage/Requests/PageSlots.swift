// Core Location for Linux. SPDX-License-Identifier: MIT

import HTTPSites

/// Which connections are served if there are too many: those that may see the location, then the newest of the others.
struct PageSlots<ID: Hashable>: ConnectionSlots {
  enum Holder: ConnectionHolder {
    /// Not known yet.
    case unknown
    /// One that has not shown the token.
    case stranger
    case owner
    /// One that has shown the token.
    case guest
  }

  private var holders: [ID: Holder] = [:]
  /// Connections that have not shown the token, the oldest first.
  private var strangers: [ID] = []

  /// The most connections of each kind; a browser has one for the events, and briefly up to five others.
  static func most(_ holder: Holder) -> Int {
    switch holder {
    case .unknown: 256
    case .stranger: 64
    case .owner, .guest: 128
    }
  }

  /// Never: those that are not known yet lose their connections.
  var isCrowded: Bool { false }

  mutating func take(_ id: ID, as holder: Holder) -> ID? {
    guard holders[id] != holder else { return nil }
    let isFull = holders.values.count { $0 == holder } >= Self.most(holder)
    if isFull, holder != .stranger {
      leave(id)
      return id
    }
    leave(id)
    holders[id] = holder
    if holder == .stranger { strangers.append(id) }
    guard isFull, let oldest = strangers.first else { return nil }
    leave(oldest)
    return oldest
  }

  mutating func leave(_ id: ID) {
    holders[id] = nil
    strangers.removeAll { $0 == id }
  }
}
