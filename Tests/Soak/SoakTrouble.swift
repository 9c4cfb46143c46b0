// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver
import ReceiverSimulator

/// Something that happens to a receiver, its line or its listeners, and for how long.
struct SoakTrouble {
  enum Kind: String, CaseIterable {
    /// The receiver has no position.
    case outage = "no fix"
    /// It is switched off and on: no time, no date, no position at first.
    case coldStart = "cold start"
    /// It says nothing.
    case silence = "silence"
    /// Bits are changed, and there is noise.
    case garbage = "garbage"
    /// It gives another number of epochs a second.
    case pace = "epoch rate"
    /// It talks at another baud rate from now on.
    case baudRate = "baud rate"
    /// It is pulled out and plugged in.
    case replug = "replug"
    /// It is pulled out, and one that talks at another baud rate is plugged in.
    case exchange = "exchange"
    /// The last listener goes, and another one comes.
    case nobody = "nobody listens"

    /// How soon fixes have to come again.
    ///
    /// A port is tried every 5 s at the least; to try all baud rates takes 20 s, and twice as long the second time.
    var patience: Duration {
      switch self {
      case .baudRate, .exchange: Self.longestPatience
      default: .seconds(10)
      }
    }

    static var longestPatience: Duration { .seconds(60) }
  }

  let kind: Kind
  /// How long it lasts, in real time.
  let length: Duration
  /// How long nothing happens after it, or after it was overcome.
  let rest: Duration
  /// Whether the next one waits until this one was overcome.
  let isWaitedFor: Bool
  /// Epochs a second from now on.
  let rate: Int
  /// The baud rate from now on.
  let baudRate: Int
}

/// Draws one trouble after the other: the same seed gives the same ones.
struct SoakSchedule {
  private var random: SplitMix64
  private var rate = 10
  private var baudRate = 9600

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// How often each comes; a baud rate takes seconds to be found.
  private static let kinds: [SoakTrouble.Kind] = SoakTrouble.Kind.allCases.flatMap { kind in
    switch kind {
    case .baudRate, .exchange: [kind]
    case .replug: [kind, kind, kind, kind, kind, kind]
    default: [kind, kind, kind]
    }
  }

  mutating func next() -> SoakTrouble {
    let kind = pick(Self.kinds)
    switch kind {
    case .pace: rate = pick([1, 5, 10].filter { $0 != rate })
    case .baudRate, .exchange:
      baudRate = pick([4800, 9600, 38400, 115_200].filter { $0 != baudRate })
    // Ten epochs a second are the rule.
    default: if random.uniform() < 0.3 { rate = 10 }
    }
    // Many short ones, few long ones.
    let length = random.uniform()
    return SoakTrouble(
      kind: kind, length: .milliseconds(Int(2000 * length * length * length)),
      rest: .milliseconds(Int(200 + 1800 * random.uniform())),
      isWaitedFor: random.uniform() < 0.75, rate: rate, baudRate: baudRate)
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int(random.next() % UInt64(elements.count))]
  }
}
