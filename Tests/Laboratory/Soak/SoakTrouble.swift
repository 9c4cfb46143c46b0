// Core Location for Linux. SPDX-License-Identifier: MIT

import ReceiverSimulator

/// An event that affects a receiver, its line or its listeners, and how long it lasts.
struct SoakTrouble {
  enum Kind: String, CaseIterable {
    /// The receiver has no position.
    case outage = "no fix"
    /// The receiver is switched off and on: at first it has no time, no date and no position.
    case coldStart = "cold start"
    /// The receiver sends nothing.
    case silence = "silence"
    /// Bits are changed, and noise is added.
    case garbage = "garbage"
    /// The receiver changes its number of epochs per second.
    case pace = "epoch rate"
    /// The receiver sends at another baud rate from now on.
    case baudRate = "baud rate"
    /// The receiver is unplugged and plugged in again.
    case replug = "replug"
    /// The receiver is unplugged, and one that sends at another baud rate is plugged in.
    case exchange = "exchange"
    /// The last listener goes, and another one comes.
    case nobody = "nobody listens"

    /// How soon fixes must be received again.
    ///
    /// A port is tried at least every 5 s; trying all baud rates takes 20 s, and twice as long the second time.
    var patience: Duration {
      switch self {
      case .baudRate, .exchange: Self.longestPatience
      default: .seconds(10)
      }
    }

    static var longestPatience: Duration { .seconds(60) }
  }

  let kind: Kind
  /// Its duration, in real time.
  let length: Duration
  /// How long nothing happens after it has ended or has been overcome.
  let rest: Duration
  /// Whether the next trouble waits until this one has been overcome.
  let isWaitedFor: Bool
  /// The number of epochs per second from now on.
  let rate: Int
  /// The baud rate from now on.
  let baudRate: Int
}

/// Draws troubles at random: the same seed gives the same sequence.
struct SoakSchedule {
  private var random: SplitMix64
  private var rate = 10
  private var baudRate = 9600

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// Each kind as often as its weight; one with a new baud rate is rare, since it takes seconds to find.
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
    // Ten epochs per second are the usual rate.
    default: if random.uniform() < 0.3 { rate = 10 }
    }
    // Most of them short, few of them long.
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
