// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GPSTool
import Glibc
import LinuxSystem
import LocationAuthorization

struct Authorize: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "authorize",
    abstract: "Decide which applications may use the location.",
    discussion: """
      APP is a bundle identifier (org.example.weather), or the path of an executable or a bundle. A path needs a slash \
      (./weather). Changes take effect immediately, also in running processes. At a terminal, "gps authorize" alone \
      opens a page that shows and changes the decisions.

      gps authorize
      gps authorize list
      gps authorize allow org.example.weather
      """,
    subcommands: [
      AuthorizePage.self, AuthorizeList.self, AuthorizeAllow.self, AuthorizeOnce.self,
      AuthorizeAsk.self, AuthorizeDeny.self, AuthorizeReset.self, AuthorizePrecise.self,
    ])

  func run() throws {
    guard isatty(STDIN_FILENO) == 1, MonitorTerminal.isThere(.current) else {
      throw CleanExit.helpRequest(self)
    }
    try AuthorizePage.parse([]).run()
  }
}

struct AuthorizePage: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "page", abstract: "Show and change the decisions in the terminal.",
    discussion: """
      Arrows choose an application, the space bar goes through while using, always, denied and ask, "a" changes the \
      accuracy, and "q" quits.
      """)

  @Argument(
    help: """
      The application to select first: a bundle identifier, a path, or a settings address such as \
      app-settings:org.example.weather.
      """)
  var app: String?

  func run() throws {
    let environment = Environment.current
    guard isatty(STDIN_FILENO) == 1, MonitorTerminal.isThere(environment) else {
      throw Failure(
        "cannot show the decisions: standard output is not a terminal; run \"gps authorize list\"",
        EX_USAGE)
    }
    let settings = try AuthorizationSettings.current()
    let application = try app.map {
      try ApplicationIdentifier(settingsAddress: $0) ?? settings.identifier(of: $0)
    }
    try DecisionPageRun(settings, application: application, environment).run()
  }
}

struct AuthorizeList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the decisions, yours and the administrator's.")

  @OptionGroup var output: FormatOptions

  func run() throws {
    let format = try output.chosen()
    let settings = try AuthorizationSettings.current()
    let listings = try settings.listings(woken: WakeListing.woken())
    if settings.policy?.servicesEnabled == false {
      complain("location services are off on this machine: nothing is authorized")
    }
    var output = StandardOutput()
    try output.list(listings, format, orElse: "there are no decisions yet")
  }
}

/// The application that a decision is about, and the change to that decision.
struct ApplicationArgument: ParsableArguments {
  @Argument(help: "A bundle identifier, or the path of an executable or a bundle.")
  var app: String

  func change(_ change: (inout Decision) -> Void) throws {
    let settings = try AuthorizationSettings.current()
    let application = try settings.identifier(of: app)
    let decisions = try settings.change(application, change)
    try settings.print(application, decisions[application])
  }
}

struct AuthorizeAllow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "allow", abstract: "Let an application use the location while it is in use.")

  @OptionGroup var application: ApplicationArgument

  @Flag(help: "Allow it at any time, also in the background.")
  var always = false

  func run() throws {
    try application.change { $0.decide(always ? .authorizedAlways : .authorizedWhenInUse) }
  }
}

struct AuthorizeOnce: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "once",
    abstract: "Allow the location for the next process of an application, until it exits.",
    discussion: """
      It goes to the first process that is in use: one that is running now, or otherwise one that is started later. \
      The process keeps it until it exits or is no longer in use.
      """)

  @OptionGroup var application: ApplicationArgument

  func run() throws { try application.change { $0.decide(.once) } }
}

struct AuthorizeAsk: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ask", abstract: "Let an application ask again.")

  @OptionGroup var application: ApplicationArgument

  func run() throws { try application.change { $0.decide(.notDetermined) } }
}

struct AuthorizeDeny: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deny", abstract: "Deny an application the location.")

  @OptionGroup var application: ApplicationArgument

  func run() throws { try application.change { $0.decide(.denied) } }
}

struct AuthorizeReset: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset",
    abstract: "Forget the decision about an application, or all decisions.")

  @Argument(help: "A bundle identifier, or the path of an executable or a bundle.")
  var app: String?

  func run() throws {
    let settings = try AuthorizationSettings.current()
    let application = try app.map(settings.identifier)
    var forgotten = 0
    try settings.update { decisions in
      let count = decisions.count
      if let application { decisions[application] = nil } else { decisions = [:] }
      forgotten = count - decisions.count
    }
    var output = StandardOutput()
    try output.line("forgot " + counted(forgotten, "decision"))
    try output.flush()
  }
}

struct AuthorizePrecise: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "precise",
    abstract: "Allow or deny an application the exact location.",
    discussion: "Whether it may use the location at all is a separate decision.")

  enum Switch: String, ExpressibleByArgument, CaseIterable {
    case on
    case off
  }

  @OptionGroup var application: ApplicationArgument

  @Argument(help: "Off: the location is accurate to a few kilometers only.")
  var state: Switch

  func run() throws {
    try application.change { $0.accuracy = state == .on ? .full : .reduced }
  }
}
