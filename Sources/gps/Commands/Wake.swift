// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GPSTool
import Glibc
import LinuxSystem
import LocationAuthorization

struct Wake: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "wake",
    abstract: "Start applications again when something happens.",
    discussion: """
      Watches on behalf of applications that may always use the location and have ended: regions, conditions, \
      significant changes and visits. When something happens, the application is started and notified. Runs until \
      Ctrl-C; the receiver is open only while something is watched.

      gps wake
      gps wake list

      To start it at every login:
      systemctl --user enable --now gps-wake.service
      """,
    subcommands: [WakeList.self, WakeForget.self])

  @OptionGroup var receiver: ReceiverOptions

  @Flag(help: "Start root's own programs; without it, root starts none.")
  var root = false

  func run() throws {
    guard root || geteuid() != 0 else {
      throw Failure(
        "cannot wake programs as root: programs run by root can change everything; run it as yourself, or add --root "
          + "for root's own programs", EX_NOPERM)
    }
    let state = try WakeState.path()
    let interruption = try Interruption.awaited().descriptor
    let receiver = receiver
    let ending: Void? = try WakeState.alone(state) {
      let run = try WakeRun(state: state) {
        try receiver.supervisor(asking: "gps wake", waits: true)
      }
      try run.run(endingBy: interruption)
    }
    if ending == nil {
      throw Failure(
        "cannot wake programs: another \"gps wake\" of this user is running; see \"gps wake list\"",
        EX_TEMPFAIL)
    }
  }
}

enum WakeState {
  static func path() throws -> String {
    guard let state = UserDirectories.current.ourState else {
      throw AuthorizationError(.find, "what is registered", .noPlace(variable: "HOME"))
    }
    if let owner = WholeFile.foreignOwner(of: state + "/wake") {
      throw AuthorizationError(.write, state + "/wake", .notOurs(owner))
    }
    return state
  }

  /// Calls a closure while no other process of this user keeps watch; returns `nil` if one does.
  static func alone<Result>(_ state: String, _ body: () throws -> Result) throws -> Result? {
    let root = WakeFolder.root(state)
    try WholeFile.makeDirectory(root, mode: 0o700)
    guard try PrivateDirectory.isPrivate(root) else { return nil }
    return try RunningMark.whileAlone(root + "/watching", body)
  }

  static func isWatched(_ state: String) -> Bool {
    RunningMark.isHeld(WakeFolder.root(state) + "/watching")
  }
}

struct WakeList: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List what is watched for each application, and how the last start went.")

  @OptionGroup var output: FormatOptions

  func run() throws {
    let format = try output.chosen()
    let state = try WakeState.path()
    let listings = WakeListing.all(state)
    var output = StandardOutput()
    try output.list(
      listings, format,
      orElse: "no application has registered for wake-ups; \(WakeListing.requirement)")
    if format == .json { return }
    let setup = WakeSetup(SystemTree())
    if !setup.isWatched, let sentence = setup.sentence { complain(sentence) }
  }
}

struct WakeForget: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forget",
    abstract: "No longer start an application, until it runs and monitors again.",
    discussion: "Events that it has not been notified of are discarded.")

  @Argument(help: "A bundle identifier, or the path of an executable or a bundle.")
  var app: String

  func run() throws {
    let state = try WakeState.path()
    let names = Set(
      [
        try? AuthorizationSettings.current().identifier(of: app), ApplicationIdentifier(app),
        ApplicationIdentifier(escaped: app),
      ].compactMap(\.self))
    guard let application = WakeFiles.applications(state).first(where: names.contains) else {
      throw Failure(
        "cannot forget \(app): it has not registered; \"gps wake list\" shows what has", EX_NOINPUT)
    }
    WakeFolder(state: state, application: application).forget()
    var output = StandardOutput()
    try output.line(
      "\(printable(application.description)) is not started until it runs and monitors again")
    try output.flush()
  }
}
