// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSS
import GNSSReceiver
import GPSTool
import LinuxSystem
import LocationGeometry
import LocationProtocols

struct On: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "on",
    abstract: "Run a command on arrival, alarms or loss of the fix.",
    discussion: """
      The command's environment says what has happened: GPS_EVENT, GPS_LATITUDE, GPS_LONGITUDE and others. Runs until \
      Ctrl-C.

      gps on enter home,47.5437,9.6833,200 -- notify-send "Home again"
      gps on move 40 -- play alarm.ogg
      """,
    subcommands: [
      OnEnter.self, OnLeave.self, OnFix.self, OnLost.self, OnWarning.self, OnMove.self,
      OnAnchor.self, OnMob.self,
    ])
}

/// What the commands of `gps on` have in common: where fixes come from, and what is run.
struct TriggerOptions: ParsableArguments {
  @OptionGroup var receiver: ReceiverOptions
  @OptionGroup var waiting: WaitOptions
  @OptionGroup var recording: ReplayOptions

  @Argument(parsing: .postTerminator, help: "The command to run, after \"--\".")
  var command: [String] = []

  func run(on triggers: [any Trigger]) throws {
    let runner = try CommandRunner(command)
    let interruption = try Interruption.awaited().descriptor
    let waits = waiting.wait
    let supervisor = try recording.supervisor(of: receiver, asking: "gps on", waits: waits)
    try TriggerRun(triggers, runner, waits: waits)
      .run(try supervisor.listen(), endingBy: interruption)
  }
}

/// What the commands about a circle have in common.
struct CrossingOptions: ParsableArguments {
  @Argument(help: .value("name,latitude,longitude,m", "The circle."))
  var region: NamedCircle

  @OptionGroup var period: GraceOptions
  @OptionGroup var loss: LossOptions
  @OptionGroup var options: TriggerOptions

  func run(onCrossingTo side: CircleTracker.Side) throws {
    let crossing = CrossingTrigger(region, to: side, grace: period.seconds)
    try options.run(on: try loss.triggers(with: crossing))
  }
}

/// How long something must last before it counts.
struct GraceOptions: ParsableArguments {
  @Option(
    parsing: .unconditional, "time",
    """
    Run it after this has lasted that long, such as 90s or 5m. (default: 20s, 45s for move, and 0s for lost and warning)
    """)
  var grace: GracePeriod?

  /// What it is for positions, in seconds.
  var seconds: Double { grace?.seconds ?? 20 }
}

/// What happens if a watch gets no fix: the receiver was unplugged, is silent, or sees no satellites.
struct LossOptions: ParsableArguments {
  static let discussion = """
    The command is also run, with GPS_EVENT=lost, if there has been no fix for a minute, because the receiver was \
    unplugged, has failed or sees no satellites. This includes the first minute.
    """

  @Option(
    parsing: .unconditional, "time",
    "Run it with GPS_EVENT=lost, too, after that long without a fix, or \"never\". (default: 60s)")
  var lost: LossPatience?

  @Flag(help: "Run it with GPS_EVENT=fix, too, when a fix is back after such a loss.")
  var found = false

  /// Returns what the command is run for: the trigger, and the loss of the fixes that it depends on.
  func triggers(with trigger: any Trigger) throws -> [any Trigger] {
    guard let seconds = (lost ?? .usual).seconds else {
      guard !found else {
        throw Failure.usage("--found with \"--lost never\"", "a time with --lost")
      }
      return [trigger]
    }
    let watch = LossTrigger.Watch(
      start: monotonicNow(), worstAccuracy: trigger.worstAccuracy, includesReturn: found)
    return [LossTrigger(grace: seconds, watch: watch), trigger]
  }
}

struct OnEnter: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "enter", abstract: "Run a command when a circle is entered.",
    discussion: """
      Starting inside the circle does not count.

      \(LossOptions.discussion)
      """)

  @OptionGroup var crossing: CrossingOptions

  func run() throws { try crossing.run(onCrossingTo: .inside) }
}

struct OnLeave: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "leave", abstract: "Run a command when a circle is left.",
    discussion: """
      Starting outside the circle does not count.

      \(LossOptions.discussion)
      """)

  @OptionGroup var crossing: CrossingOptions

  func run() throws { try crossing.run(onCrossingTo: .outside) }
}

struct OnFix: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fix", abstract: "Run a command when there is a fix, and again after each loss.")

  @OptionGroup var options: TriggerOptions

  func run() throws { try options.run(on: [FixTrigger()]) }
}

struct OnLost: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lost", abstract: "Run a command when the fix is lost.",
    discussion: "GPS_LATITUDE and the others have the values of the last fix.")

  @OptionGroup var period: GraceOptions
  @OptionGroup var options: TriggerOptions

  func run() throws { try options.run(on: [LossTrigger(grace: period.grace?.seconds ?? 0)]) }
}

struct OnWarning: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "warning",
    abstract: "Run a command when the position becomes untrustworthy, and when it recovers.",
    discussion: """
      GPS_EVENT is "warning", with the reasons in GPS_WARNINGS, or "trusted".

      gps on warning -- sh -c 'notify-send "GPS: $GPS_EVENT" "$GPS_WARNINGS"'

      \(LossOptions.discussion)
      """)

  @OptionGroup var period: GraceOptions
  @OptionGroup var loss: LossOptions
  @OptionGroup var options: TriggerOptions

  func run() throws {
    try options.run(
      on: try loss.triggers(with: WarningTrigger(grace: period.grace?.seconds ?? 0)))
  }
}

struct OnMove: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "move", abstract: "Run a command when the device moves away: an anchor alarm.",
    discussion: """
      The distance is measured from the first fix. The command is run again if the device returns and moves away once \
      more.

      \(LossOptions.discussion)
      """)

  @Argument(help: .value("meters", "How far it may move, meters."))
  var distance: Double

  @OptionGroup var period: GraceOptions
  @OptionGroup var loss: LossOptions
  @OptionGroup var options: TriggerOptions

  func run() throws {
    guard (1...20_000_000).contains(distance) else {
      throw Failure.usage("METERS \(plain(distance))", "meters, from 1 to 20000000")
    }
    let move = MoveTrigger(
      distance: distance, grace: period.grace?.seconds ?? AnchorWatch.dwell)
    try options.run(on: try loss.triggers(with: move))
  }
}

/// A run of `gps on`: runs a command when something happens, until it is interrupted or a recording has ended.
final class TriggerRun {
  private var triggers: [any Trigger]
  private let runner: CommandRunner
  private var messages: StatusMessages
  private var view = ReceiverView(since: monotonicNow())
  private var passing = PassingTime()
  private var device: String?
  private var hasNoticed = false
  /// Whether the fix was lost, perhaps only because the recording ends, which the next event shows.
  private var mayBeTheEnd = false
  private var isEnded = false

  init(_ triggers: [any Trigger], _ runner: CommandRunner, waits: Bool) {
    (self.triggers, self.runner) = (triggers, runner)
    messages = StatusMessages(includesSatellites: false, waits: waits)
  }

  func run(_ listener: ReceiverListener, endingBy interruption: CInt) throws {
    defer { runner.stop() }
    let reactor = try Reactor(endingBy: interruption)
    reactor.whenReady(self.isEnded ? nil : listener.descriptor) { [self] in
      try receive(listener.drain())
    }
    reactor.whenReady(self.runner.descriptor) { [self] in runner.ended() }
    reactor.whenDue(self.isEnded ? nil : self.triggers.compactMap(\.due).min()) { [self] now in
      for index in triggers.indices where triggers[index].due.map({ $0 <= now }) == true {
        happened(triggers[index].elapsed())
      }
    }
    try reactor.run { isEnded && runner.isIdle }
  }

  private func receive(_ events: [ReceiverEvent]) throws {
    for event in events {
      if case .status(let status) = event.content, try messages.statusChanged(to: status) {
        isEnded = true
        return try reportMissingFix(status.current?.source.kind)
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
      case .fixLost where view.isRecorded && isUntimed: mayBeTheEnd = true
      case .fixLost, .denied: lost()
      case .none, .receiverChanged: break
      }
      if let fix = event.fix { receive(fix, event) }
    }
  }

  private func lost() {
    let now = monotonicNow()
    for index in triggers.indices { happened(triggers[index].fixLost(at: now)) }
  }

  private func receive(_ fix: Fix, _ event: ReceiverEvent) {
    device = event.receiver
    let time = passing.time(of: fix, arrivedAt: event.arrival)
    for index in triggers.indices {
      happened(triggers[index].received(fix, at: time, arrival: event.arrival))
    }
    if !hasNoticed, let notice = triggers.lazy.compactMap(\.notice).first {
      hasNoticed = true
      complain(notice)
    }
  }

  private func happened(_ event: TriggerEvent?) {
    guard var event else { return }
    event.device = device
    runner.run(for: event)
  }

  private func reportMissingFix(_ source: (any SourceKind)?) throws {
    guard device == nil, let source, source.traits.contains(.isRecorded) else { return }
    try gps.reportMissingFix(in: source.name, doing: "watch")
  }
}
