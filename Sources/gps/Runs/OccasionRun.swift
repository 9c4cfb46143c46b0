// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GNSSReceiver
import GPSTool
import LinuxSystem

/// A run of `gps on`: runs a command when something happens, until it is interrupted or a recording has ended.
final class TriggerRun {
  private var occasions: [any Trigger]
  private let runner: CommandRunner
  private var messages: StatusMessages
  private var view = ReceiverView(since: monotonicNow())
  private var passing = PassingTime()
  private var device: String?
  private var hasNoticed = false
  /// Whether the fix was lost, perhaps only because the recording ends, which the next event tells.
  private var mayBeTheEnd = false
  private var isEnded = false

  init(_ occasions: [any Trigger], _ runner: CommandRunner, waits: Bool) {
    (self.occasions, self.runner) = (occasions, runner)
    messages = StatusMessages(includesSatellites: false, waits: waits)
  }

  func run(_ listener: ReceiverListener, endingBy interruption: CInt) throws {
    defer { runner.stop() }
    let reactor = try Reactor(endingBy: interruption)
    reactor.whenReady(self.isEnded ? nil : listener.descriptor) { [self] in
      try receive(listener.drain())
    }
    reactor.whenReady(self.runner.descriptor) { [self] in runner.ended() }
    reactor.whenDue(self.isEnded ? nil : self.occasions.compactMap(\.due).min()) { [self] now in
      for index in occasions.indices where occasions[index].due.map({ $0 <= now }) == true {
        happened(occasions[index].elapsed())
      }
    }
    try reactor.run { isEnded && runner.isIdle }
  }

  private func receive(_ events: [ReceiverEvent]) throws {
    for event in events {
      if case .status(let status) = event.content, try messages.statusChanged(to: status) {
        isEnded = true
        return try reportMissingFix(status.current?.candidate.place)
      }
      if case .notice(let notice) = event.content { complain(notice.description) }
      let consequence = view.received(event, at: event.arrival)
      if mayBeTheEnd {
        guard case .report = event.content else { continue }
        mayBeTheEnd = false
        lost()
      }
      // The end of a recording is a loss of the fix without a time, too.
      let isUntimed = if case .report(.fixLost(nil)) = event.content { true } else { false }
      switch consequence {
      case .fixLost where isRecorded && isUntimed: mayBeTheEnd = true
      case .fixLost, .denied: lost()
      case .none, .receiverChanged: break
      }
      if let fix = event.fix { receive(fix, event) }
    }
  }

  private var isRecorded: Bool {
    view.status?.candidate.place.traits.contains(.isRecorded) == true
  }

  private func lost() {
    let now = monotonicNow()
    for index in occasions.indices { happened(occasions[index].fixLost(at: now)) }
  }

  private func receive(_ fix: Fix, _ event: ReceiverEvent) {
    device = event.receiver
    let time = passing.time(of: fix, arrivedAt: event.arrival)
    for index in occasions.indices {
      happened(occasions[index].received(fix, at: time, arrival: event.arrival))
    }
    if !hasNoticed, let notice = occasions.lazy.compactMap(\.notice).first {
      hasNoticed = true
      complain(notice)
    }
  }

  private func happened(_ event: TriggerEvent?) {
    guard var event else { return }
    event.device = device
    runner.run(for: event)
  }

  private func reportMissingFix(_ place: (any Place)?) throws {
    guard device == nil, let place, place.traits.contains(.isRecorded) else { return }
    try gps.reportMissingFix(in: place.name, doing: "watch")
  }
}
