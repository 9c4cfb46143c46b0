// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver
import LinuxSystem
import ReceiverSimulator

/// Listeners of every kind, who come and go.
struct SoakCrowd {
  /// How one listens.
  private enum Manner: CaseIterable {
    /// Takes all at once.
    case prompt
    /// Takes nothing: the newest of its small mailbox win.
    case lazy
    /// Takes bytes, too.
    case bytes
    /// Takes them on the receiver's thread.
    case direct
  }

  private struct Member {
    let manner: Manner
    let listener: ReceiverListener
  }

  private var members: [Member] = []
  private var random: SplitMix64
  private let taken = Mutex(0)
  /// How many have come.
  private(set) var arrivals = 0
  /// Bytes told to those who take them.
  private(set) var bytes = 0

  /// Fixes taken on the receiver's thread.
  var direct: Int { taken.withLock { $0 } }
  var count: Int { members.count }

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// One comes or goes.
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
      let fixes = events.count { if case .fix = $0 { true } else { false } }
      if fixes > 0 { taken.withLock { $0 += fixes } }
      return true
    }
  }

  /// Drains the mailboxes of those who keep up.
  mutating func drain(_ truth: inout SoakTruth) {
    for member in members where member.manner == .prompt || member.manner == .bytes {
      for event in member.listener.drain() {
        switch event {
        case .fix(let fix, _): truth.check(fix, isWitness: false)
        case .bytes(let received): bytes += received.bytes.count
        default: break
        }
      }
    }
  }

  /// Everybody goes.
  mutating func leave() { members.removeAll() }
}
