// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GNSSReceiver
import LinuxSystem
import ReceiverSimulator

/// Listeners of every kind, which come and go.
struct SoakCrowd {
  /// The way in which a listener takes events.
  private enum Manner: CaseIterable {
    /// Takes all events promptly.
    case prompt
    /// Takes nothing, so that the newest events replace older ones in its small mailbox.
    case lazy
    /// Takes bytes as well.
    case bytes
    /// Takes events on the receiver's thread.
    case direct
  }

  private struct Member {
    let manner: Manner
    let listener: ReceiverListener
  }

  private var members: [Member] = []
  private var random: SplitMix64
  private let taken = Mutex(0)
  /// The number of listeners that have come so far.
  private(set) var arrivals = 0
  /// The number of bytes delivered to the listeners that take bytes.
  private(set) var bytes = 0

  /// The number of fixes taken on the receiver's thread.
  var direct: Int { taken.withLock { $0 } }
  var count: Int { members.count }

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// Adds or removes a listener.
  mutating func change(_ supervisor: ReceiverSupervisor) throws {
    if members.isEmpty || random.uniform() < (members.count < 6 ? 0.5 : 0.1) {
      arrivals += 1
      let manner = Manner.allCases[Int(random.next() % 4)]
      let listener =
        switch manner {
        case .prompt: try supervisor.listen(capacity: 4096)
        case .lazy: try supervisor.listen(capacity: 16)
        case .bytes: try supervisor.listen(capacity: 4096, takesBytes: true)
        case .direct: try supervisor.listen(directly: directly)
        }
      members.append(Member(manner: manner, listener: listener))
    } else {
      let index = Int(random.next() % UInt64(members.count))
      let member = members.remove(at: index)
      if random.uniform() < 0.5 { _ = member.listener.stop() }
    }
  }

  private var directly: @Sendable ([ReceiverEvent]) -> Bool {
    let taken = taken
    return { events in
      let fixes = events.count { $0.fix != nil }
      if fixes > 0 { taken.withLock { $0 += fixes } }
      return true
    }
  }

  /// Drains the mailboxes of the listeners that keep up.
  mutating func drain(_ truth: inout SoakTruth) {
    for member in members where member.manner == .prompt || member.manner == .bytes {
      for event in member.listener.drain() {
        switch event.content {
        case .report(.fix(let fix)): truth.check(fix, isWitness: false)
        case .bytes(let received): bytes += received.bytes.count
        default: break
        }
      }
    }
  }

  /// Removes all listeners.
  mutating func leave() { members.removeAll() }
}
