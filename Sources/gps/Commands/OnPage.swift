// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GPSTool
import LinuxSystem

/// What the commands about a page's alarms have in common: which page, and what is run.
struct PageAlarmOptions: ParsableArguments {
  @Option("address:port", "The page: that of gps web or gps serve. (default: 127.0.0.1:8947)")
  var page: String?

  @Option(
    "file",
    """
    A file with the token, for a page of another user or another machine. (default: that of your own gps web, for a page \
    of this machine)
    """)
  var tokenFile: String?

  @Argument(parsing: .postTerminator, help: "The command to run, after \"--\".")
  var command: [String] = []

  static let discussion = """
    Listens to the alarms of "gps web", which must be running; no browser has to be open. If nothing is heard from the \
    page for a minute, the command is run with GPS_ALARM=blind.
    """

  func run(on subject: PageAlarms.Subject) throws {
    let runner = try CommandRunner(command)
    let interruption = try Interruption.awaited().descriptor
    defer { runner.stop() }
    let connection = try PageConnection(try PagePlace(page: page, tokenFile: tokenFile))
    var alarms = PageAlarms(subject, at: monotonicNow())
    let reactor = try Reactor(endingBy: interruption)
    reactor.whenReady(runner.descriptor) { runner.ended() }
    connection.attach(to: reactor) { events in
      alarms.hear(at: monotonicNow())
      var effects: [TriggerEvent] = []
      for event in events { alarms.received(event, into: &effects) }
      for event in effects { runner.run(for: event) }
    }
    reactor.whenDue(alarms.deadline) { now in
      var effects: [TriggerEvent] = []
      alarms.elapse(to: now, into: &effects)
      connection.saySilence()
      for event in effects { runner.run(for: event) }
    }
    try reactor.run()
  }
}

struct OnAnchor: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "anchor",
    abstract: "Run a command when the page's anchor watch raises an alarm.",
    discussion: PageAlarmOptions.discussion)

  @OptionGroup var options: PageAlarmOptions

  func run() throws { try options.run(on: .anchor) }
}

struct OnMob: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mob",
    abstract: "Run a command when somebody presses \"Man overboard\" on the page.",
    discussion: PageAlarmOptions.discussion)

  @OptionGroup var options: PageAlarmOptions

  func run() throws { try options.run(on: .mob) }
}
