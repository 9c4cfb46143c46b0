// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GPSTool
import Glibc
import LinuxSystem
import LocationPage

/// What the commands about a page's alarms have in common: which page, and what is run.
struct PageAlarmOptions: ParsableArguments {
  @Option("address:port", "The page: that of gps web. (default: 127.0.0.1:8947)")
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
    Hears the alarms of "gps web", which has to run, and so sounds where no browser is open. If nothing is heard of the \
    page for a minute, the command is run with GPS_ALARM=blind.
    """

  func run(on subject: PageAlarms.Subject) throws {
    let runner = try CommandRunner(command)
    let interruption = try Interruption.awaited().descriptor
    let place = try page.map {
      try HostAndPort(argument: $0, of: "--page", usualPort: PageOptions.usualPort)
    }
    let address = place ?? HostAndPort("127.0.0.1", PageOptions.usualPort)
    let alarms = PageAlarms(subject, at: monotonicNow())
    // Without a token that somebody has given them, users of this machine cannot be told apart by anything but the kernel.
    try PageConnection(
      address, token: try token(for: address), isOwn: tokenFile == nil && Self.isHere(address),
      alarms, runner
    ).run(endingBy: interruption)
  }

  /// Returns the token to show; `nil` for none.
  private func token(for place: HostAndPort) throws -> String? {
    guard let tokenFile else { return ownToken(for: place) }
    guard let text = try WholeFile.read(tokenFile, limit: 256).map({ Self.token(in: $0) }) else {
      throw Failure("cannot read \(tokenFile.escapedForTerminal): no such file", EX_NOINPUT)
    }
    guard let text else {
      throw Failure(
        "cannot use \(tokenFile.escapedForTerminal): it has no token of 32 hexadecimal digits",
        EX_DATAERR)
    }
    return text
  }

  /// No other machine is told one's own token.
  private func ownToken(for place: HostAndPort) -> String? {
    guard Self.isHere(place), let folder = StateFolder.current,
      let bytes = try? WholeFile.read(folder + "/web-token", limit: 256)
    else { return nil }
    return Self.token(in: bytes)
  }

  private static func isHere(_ place: HostAndPort) -> Bool {
    let here = InternetAddress.ofThisMachine.map(\.description) + ["localhost"]
    return here.contains(place.host) || InternetAddress(place.host)?.isLoopback == true
  }

  private static func token(in bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes, as: UTF8.self).prefix { !$0.isWhitespace }
    return AccessToken(String(text))?.description
  }
}

struct OnAnchor: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "anchor",
    abstract: "Run a command when the anchor watch of the page alarms: dragging, or blind.",
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
