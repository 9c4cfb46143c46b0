// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import GNSS
import LocationProtocols
import Testing

@testable import GNSSReceiver

/// What holds of every history of one to three receivers, named or not.
struct RandomHistoryTests {
  /// `HISTORIES=100000` plays through that many.
  private static let count =
    ProcessInfo.processInfo.environment["HISTORIES"].flatMap { UInt64($0) } ?? 1_000

  @Test func everyHistoryKeepsWhatThePagesPromise() {
    for seed in 0..<Self.count {
      guard let fault = Self.fault(seed) else { continue }
      Issue.record("seed \(seed): \(fault)")
      return
    }
  }

  /// Returns what does not hold of a history; `nil` if all does.
  private static func fault(_ seed: UInt64) -> String? {
    var (world, record) = (RandomReceivers(seed: seed), HistoryRecord())
    func play(_ seconds: Int, _ next: (inout RandomReceivers) -> [ReceiverEvent]) -> String? {
      for _ in 0..<seconds {
        if let fault = record.received(next(&world), from: world) {
          return "second \(world.second): \(fault)"
        }
      }
      return nil
    }
    if let fault = play(50, { $0.randomSecond() }) { return fault }
    if seed % 4 == 0 {
      world.calm(hasFix: false)
      if let fault = play(42, { $0.quietSecond() }) { return fault }
      if let closed = world.receivers.first(where: { $0.rate == nil }) {
        return "\(closed.name) is closed although nobody has had a fix for 40 s"
      }
    }
    world.calm()
    return play(28) { $0.quietSecond() } ?? record.faultAtTheEnd(of: world)
  }
}

/// What a subscriber has been sent of one history.
private struct HistoryRecord {
  /// The name of the receiver that the last status says is in use.
  private var current: String?
  /// The last fix that was passed on, with its arrival.
  private var last: (fix: Fix, arrival: Duration)?
  /// The last fix of each receiver, by its name, whether it was active or on standby.
  private var lastOfEach: [String: Fix] = [:]
  /// The receivers of which a person was told that they are replaced, and not that they are back.
  private var replaced: Set<String> = []

  /// Takes the events of a second, and returns what does not hold.
  mutating func received(_ events: [ReceiverEvent], from world: RandomReceivers) -> String? {
    for event in events {
      if let fault = received(event, from: world) { return fault }
    }
    return fault(of: world)
  }

  private mutating func received(
    _ event: ReceiverEvent, from world: RandomReceivers
  ) -> String? {
    switch event.content {
    case .status(let status): current = status.current?.source.name
    case .report(.fix(let fix)):
      // Somebody who may read one port takes what is reported of it, active or not.
      guard let receiver = world.receivers.first(where: { $0.name == event.receiver }),
        fix.altitude == Double(receiver.number)
      else {
        return "a fix of \(fix.altitude ?? -1) is attributed to \(event.receiver ?? "nobody")"
      }
      if let last = lastOfEach[receiver.name], !Self.isSorted(last, fix) {
        return "\(receiver.name) goes back in time"
      }
      lastOfEach[receiver.name] = fix
      guard event.isOfStandby == (receiver.name != current) else {
        return "a fix of \(receiver.name) is passed on while \(current ?? "none") is active"
      }
      if event.isOfStandby { return nil }
      if let last, !Self.isSorted(last.fix, fix) || last.fix.time == fix.time {
        return "a fix is passed on that is not newer than the last one"
      }
      last = (fix, event.arrival)
    case .report(.fixLost) where !event.isOfStandby && event.receiver != current:
      return "a standby's loss is passed on"
    case .notice(.replaced(let name, _, let successor)):
      replaced.insert(name)
      replaced.remove(successor)
    case .notice(.returned(let name)):
      if !replaced.contains(name) { return "\(name) is back without having been replaced" }
      replaced.remove(name)
    default: break
    }
    return nil
  }

  /// Returns what does not hold at the end of a second.
  private func fault(of world: RandomReceivers) -> String? {
    let (now, receivers) = (world.now, world.receivers)
    if let writable = world.supervisor.writable,
      receivers.first(where: { $0.source.identity == writable })?.name != current
    {
      return "\(writable) may be written to, and is not the active one"
    }
    if world.isNamed,
      let closed = receivers.first(where: { $0.closedSince.map { now > $0 + .seconds(5) } == true })
    {
      return "\(closed.name) could be opened for more than 5 s"
    }
    // There is no switch for which it would have to wait, unless to one whose epochs have only begun to be missing.
    if let receiver = receivers.first(where: { last?.fix.altitude == Double($0.number) }),
      receiver.lastFix == world.second, lastSecond != world.second,
      receivers.first(where: { $0.name == current })?.lastFix.map({ $0 < world.second - 2 }) ?? true
    {
      return "\(receiver.name) was active last and has a fix, which is withheld"
    }
    // It takes over ten seconds after its first fix, with its next one.
    if let preferred = receivers.first, preferred.isSteady(for: .seconds(11), at: now),
      last?.fix.altitude != 0 || lastSecond != preferred.lastFix
    {
      return "the preferred receiver has been well for 11 s, and is not active"
    }
    // A successor needs two missing epochs and a fifth, and its own next one.
    if receivers.contains(where: { $0.isSteady(for: .seconds(11), at: now) }),
      last.map({ now > $0.arrival + .milliseconds(3_200) }) ?? true
    {
      return "a receiver has been well for 11 s, and there is no fix"
    }
    return nil
  }

  /// Returns what does not hold after all receivers have been well for long.
  func faultAtTheEnd(of world: RandomReceivers) -> String? {
    if lastSecond != world.second { return "the fix stays lost" }
    if let current, replaced.contains(current) { return "\(current) is used, and nobody said so" }
    return nil
  }

  private var lastSecond: Int? {
    (last?.fix.time?.nanosecondsSince1970).map { Int($0 / 1_000_000_000 - 1_750_000_000) }
  }

  private static func isSorted(_ one: Fix, _ other: Fix) -> Bool {
    (one.time?.nanosecondsSince1970 ?? 0) <= (other.time?.nanosecondsSince1970 ?? 0)
  }
}
