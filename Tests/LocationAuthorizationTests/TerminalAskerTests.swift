// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LinuxSystem
import LocationAuthorization
import TestSupport
import Testing

/// A process of its own, whose controlling terminal is a pseudo-terminal.
@Suite struct TerminalAskerTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private static let invitation = "Your choice, 1 to 3: "

  private func asked(_ request: String = "whenInUse", text: String = "Rain is where you are.")
    throws
    -> ProbeProcess
  {
    let probe = try ProbeProcess(folder, text: text)
    #expect(probe.writes("ready notDetermined"))
    probe.send(request)
    #expect(probe.shows(Self.invitation))
    return probe
  }

  @Test(
    arguments: [
      ("while using", "2\n", .authorizedWhenInUse, Decision.Answer.authorizedWhenInUse),
      ("no", "3\n", .denied, .denied), ("once: nothing is kept", "1\n", .authorizedWhenInUse, nil),
      ("after a slip", "5\nyes\n2\n", .authorizedWhenInUse, .authorizedWhenInUse),
    ]
      as [(why: String, typed: String, status: AuthorizationStatus, kept: Decision.Answer?)])
  func takesTheAnswer(
    why: String, typed: String, status: AuthorizationStatus, kept: Decision.Answer?
  ) throws {
    let probe = try asked()
    #expect(probe.shows("would like to use your location."))
    probe.type(typed)
    #expect(probe.writes("told \(status)\n"), "\(why)")
    #expect(try eventually { try probe.kept()?.answer == kept }, "\(why)")
  }

  @Test func asksForAlways() throws {
    let probe = try asked()
    probe.type("2\n")
    #expect(probe.writes("told authorizedWhenInUse\n"))
    probe.send("always")
    #expect(probe.shows("2  Change to Always Allow"))
    #expect(probe.shows("Your choice, 1 to 2: "))
    probe.type("2\n")
    #expect(probe.writes("told authorizedAlways\n"))
  }

  /// The application continues, and may ask again.
  @Test func staysUndeterminedAtTheEndOfInput() throws {
    let probe = try asked()
    probe.type("\u{4}")
    #expect(probe.shows("Nothing was changed."))
    #expect(probe.writes("told notDetermined\n"))
    #expect(try probe.kept() == nil)
    probe.send("whenInUse")
    #expect(probe.shows(Self.invitation, times: 2))
  }

  @Test func staysUndeterminedOnCtrlC() throws {
    let probe = try asked()
    probe.type("\u{3}")
    #expect(probe.end() == SIGINT)
    #expect(try probe.kept() == nil)
  }

  /// Earlier input was typed for something else, and is not an answer.
  @Test func takesNothingThatWasTypedBefore() throws {
    let probe = try ProbeProcess(folder)
    #expect(probe.writes("ready"))
    probe.type("2\n")
    probe.send("whenInUse")
    #expect(probe.shows(Self.invitation))
    probe.type("3\n")
    #expect(probe.writes("told denied\n"))
    #expect(!probe.written.contains("authorized"))
  }

  /// Texts that would clear the screen, rename the window, overwrite lines or run backwards.
  @Test func sendsTheTerminalNothingItWouldObey() throws {
    let attack =
      "\u{1B}[2J\u{1B}]0;owned\u{7}\u{9B}31m\u{90}q\u{202E}txet\u{200B}\u{2066}\r\n  2  Don't Allow\u{8}\u{C}"
    let probe = try asked(text: attack)
    let text = String(decoding: probe.screen, as: UTF8.self)
    for scalar in text.unicodeScalars where scalar != "\r" && scalar != "\n" {
      let category = scalar.properties.generalCategory
      #expect(![.control, .format].contains(category), "U+\(String(scalar.value, radix: 16))")
    }
    let lines = text.split(whereSeparator: \.isNewline)
    #expect(lines.filter { $0.hasPrefix("  2  ") } == ["  2  Allow While Using App"])
    #expect(lines.dropLast(4).allSatisfy { $0.hasPrefix("  | ") })
    #expect(lines.contains { $0.hasPrefix("  | \\u{1b}[2J\\u{1b}]0;owned\\u{7}") })
  }

  @Test func takesTheQuestionAwayWhenTheSettingsDecide() throws {
    let probe = try asked()
    try probe.decide(.denied)
    #expect(probe.writes("told denied\n"))
    #expect(probe.shows("The question no longer needs an answer."))
    probe.type("2\n")
    probe.send("use standard")
    #expect(eventually { probe.presence.count == 1 })
    #expect(try probe.kept()?.answer == .denied)
  }

  /// Otherwise, an answer typed below one question could go to the other.
  @Test func asksForOneProgramOfAJobAtATime() throws {
    let probe = try asked()
    probe.send("twin")
    #expect(probe.writes("twin ready notDetermined"))
    #expect(probe.writes("twin told notDetermined asked"))
    // Input typed while the first question is shown does not answer the second.
    probe.type("1\n2\n")
    #expect(probe.writes("told authorizedWhenInUse\n"))
    #expect(probe.shows(Self.invitation, times: 2))
    #expect(!probe.written.contains("twin told authorized"))
    probe.type("3\n")
    #expect(probe.writes("twin told denied\n"))
    #expect(try eventually { try probe.kept()?.answer == .denied })
    #expect(eventually { folder.names("runtime/core-location-linux").isEmpty })
  }

  // MARK: Foreground

  @Test func asksInTheForegroundOnly() throws {
    let probe = try ProbeProcess(folder)
    probe.send("yield")
    #expect(probe.writes("yielded"))
    probe.send("whenInUse")
    #expect(probe.writes("log cannot ask whether \(try ProbeProcess.path) may use the location"))
    #expect(probe.writes("gps authorize allow \(try ProbeProcess.path)"))
    #expect(probe.hasShownNothing)
    probe.send("return")
    #expect(probe.shows(Self.invitation))
    probe.type("2\n")
    #expect(probe.writes("told authorizedWhenInUse\n"))
  }

  /// Input typed then is meant for the other job.
  @Test func takesTheQuestionAwayInTheBackground() throws {
    let probe = try asked()
    probe.send("yield")
    #expect(probe.shows("The question no longer needs an answer."))
    probe.type("2\n")
    #expect(probe.writes("told notDetermined\n"))
    probe.send("return")
    #expect(probe.writes("told notDetermined asked\n", times: 2))
    #expect(probe.shows(Self.invitation, times: 2))
    probe.type("3\n")
    #expect(probe.writes("told denied\n"))
  }

  /// Meanwhile, the shell has written over the question.
  @Test func showsTheQuestionAgainAfterAStop() throws {
    let probe = try asked()
    // Shorter stops go unnoticed.
    probe.stop(1_600_000)
    #expect(probe.shows(Self.invitation, times: 2))
    probe.type("2\n")
    #expect(probe.writes("told authorizedWhenInUse\n"))
  }

  @Test func asksNobodyWithoutATerminal() throws {
    let probe = try ProbeProcess(folder, hasTerminal: false)
    probe.send("whenInUse")
    #expect(probe.writes("run \"gps authorize allow \(try ProbeProcess.path)\" to allow it"))
    try probe.decide(.whenInUse)
    #expect(probe.writes("told authorizedWhenInUse\n"))
  }

  /// A program with a window and no terminal is in use.
  @Test func isInUseOnADisplay() throws {
    let kiosk = try ProbeProcess(
      folder, hasTerminal: false, variables: ["DISPLAY=:0", "SYSTEMD_EXEC_PID=1"])
    kiosk.send("use standard")
    #expect(eventually { kiosk.presence.first?.isInBackground == false })
    kiosk.send("whenInUse")
    #expect(kiosk.writes("may use the location: there is no terminal to ask on; run"))
    try kiosk.decide(.whenInUse)
    #expect(kiosk.writes("told authorizedWhenInUse\n"))
  }

  // MARK: Identity

  /// The kernel starts the loader then, but the decision is about the program.
  @Test func isDeniedThroughTheDynamicLoader() throws {
    let maps = try WholeFile.read("/proc/self/maps", limit: 1 << 24) ?? []
    let files = String(decoding: maps, as: UTF8.self).split(separator: "\n").compactMap {
      $0.split(separator: " ").last
    }
    let loader = try #require(files.first { $0.contains("/ld-linux") || $0.contains("/ld-2") })
    let program = ApplicationIdentifier(try ProbeProcess.path)
    try DecisionStore(directory: folder.path + "/home/core-location-linux").update(at: Date()) {
      $0[program] = .denied
    }
    let probe = try ProbeProcess(folder, loader: String(loader))
    #expect(probe.writes("ready denied"))
  }

  @Test func asksNothingWithoutAReason() throws {
    let probe = try ProbeProcess(folder, text: nil)
    probe.send("whenInUse")
    #expect(probe.writes("NSLocationWhenInUseUsageDescription is missing; add it"))
    #expect(probe.hasShownNothing)
  }

  // MARK: Presence

  /// A child inherits the lock of its parent, which would be shown for as long as the child lives.
  @Test func isGoneFromTheStatusThoughAForkedChildLives() throws {
    let probe = try ProbeProcess(folder)
    probe.send("use standard")
    #expect(eventually { probe.presence.count == 1 })
    probe.send("fork")
    #expect(probe.writes("forked "))
    #expect(probe.presence.count == 1)
    let child = probe.written.split(whereSeparator: \.isWhitespace).last.flatMap { pid_t($0) }
    defer { if let child { kill(child, SIGKILL) } }
    probe.die()
    #expect(probe.end() == SIGKILL)
    #expect(eventually { probe.presence.isEmpty })
    #expect(child.map { kill($0, 0) } == 0)
  }

  @Test func isGoneFromTheStatusWhenItIsKilled() throws {
    let probe = try ProbeProcess(folder)
    probe.send("use regions standard")
    #expect(eventually { probe.presence.count == 1 })
    #expect(probe.presence.first?.application == (try ProbeProcess.path))
    #expect(probe.presence.first?.kinds == ["regions", "standard"])
    #expect(probe.presence.first?.isInBackground == false)
    probe.die()
    #expect(probe.end() == SIGKILL)
    #expect(folder.names("runtime/core-location-linux").count == 1, "it could not clean up")
    #expect(probe.presence.isEmpty)
    #expect(folder.names("runtime/core-location-linux").isEmpty)
  }
}
