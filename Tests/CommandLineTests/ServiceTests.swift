// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Glibc
import TestSupport
import Testing

/// The commands that read from a location service, run as processes with a stand-in for the service.
final class ServiceTests {
  private let scratch: ScratchFolder
  private let path: String
  private let server: StandInServer

  private static let fix =
    "\"timestamp\":\"2025-06-15T06:32:20.000Z\",\"latitude\":47.5,\"longitude\":9.7,"
    + "\"horizontalAccuracy\":2.5,\"horizontalAccuracySource\":\"GST\",\"mode\":\"3D\""

  init() throws {
    scratch = try ScratchFolder()
    path = scratch.path + "/location.sock"
    server = try StandInServer(
      path: path, greeting: "{\"class\":\"service\",\"protocol\":1,\"version\":\"test\"}\n",
      answer: Self.answer)
  }

  deinit { server.stop() }

  private static func answer(_ line: String) -> String? {
    if line.contains("\"clients\"") {
      return "{\"class\":\"clients\",\"count\":1,\"clients\":[{\"uid\":1000,\"pid\":77,"
        + "\"name\":\"maps\\u001b[2J\",\"protocol\":\"gpsd\",\"since\":\"2025-06-15T06:00:00.000Z\"}]}\n"
    }
    guard line.contains("\"watch\":true") else { return nil }
    return "{\"class\":\"authorization\",\"status\":\"authorized\",\"accuracy\":\"full\"}\n"
      + "{\"class\":\"state\",\"state\":\"fix\",\"code\":\"fix\",\"device\":\"/dev/null\","
      + "\"explanation\":\"/dev/null\\u001b[31m has a fix\"}\n"
      + "{\"class\":\"fix\",\(fix),\"device\":\"/dev/null\",\"age\":12}\n"
  }

  private func send(_ text: String) { server.send(text) }

  @Test(arguments: [["--device", "service"], []])
  func watchPrintsTheServicesFixes(arguments: [String]) throws {
    let running = try Tool.start(["watch", "--json"] + arguments, service: path)
    try running.wait(for: "has a fix")
    send("{\"class\":\"fix\",\(Self.fix),\"device\":\"/dev/null\"}\n")
    try running.wait("a fix") { try !running.printed.isEmpty }
    running.signal(SIGINT)
    let run = try running.finish()
    // The service's last fix is from before, and not an update.
    #expect(run.lines == ["{\(Self.fix),\"device\":\"/dev/null\"}"])
    // The text of a service is not trusted, so it is escaped.
    #expect(run.complaintLines == ["gps: /dev/null\\u{1b}[31m has a fix"])
  }

  @Test func watchReportsItsStates() throws {
    let running = try Tool.start(["watch", "--states", "-d", "service:\(path)"], service: "none")
    try running.wait("a state") { try running.printed.contains("has a fix") }
    running.signal(SIGINT)
    let states = try running.finish().objects
    #expect(states.last?["state"] as? String == "fix")
    #expect(states.last?["device"] as? String == "/dev/null")
  }

  @Test func watchSaysWhatTheServiceDoesNotAllow() throws {
    let path = scratch.path + "/refusing.sock"
    let refusing = try StandInServer(
      path: path, greeting: "{\"class\":\"service\",\"protocol\":1,\"version\":\"test\"}\n"
    ) { _ in
      "{\"class\":\"authorization\",\"status\":\"denied\",\"accuracy\":\"reduced\",\"text\":\"ask root\"}\n"
    }
    defer { refusing.stop() }
    let run = try Tool.run(["watch"], service: path)
    expectFailure(run, 77, "cannot get the location: ask root")
    let doctor = try Tool.run(["doctor", "--for", "5s", "--json"], service: path)
    #expect(doctor.exitCode == 77)
    let problems = try doctor.objects.filter { $0["severity"] as? String == "problem" }
    #expect(problems.contains { $0["why"] as? String == "ask root" })
  }

  @Test func watchSaysThatNobodyServes() throws {
    let run = try Tool.run(["watch", "--device", "service:\(scratch.path)/none"])
    expectFailure(run, 69, "there is none; start \"gps serve\"")
  }

  @Test func listsListeners() throws {
    let text = try Tool.run(["status"], service: path)
    #expect(text.exitCode == 0)
    #expect(text.lines.contains { $0.contains("one program listens to it") })
    #expect(!text.lines.contains("no program is using the location"))
    #expect(text.lines.contains { $0.contains("maps\\u{1b}[2J") && $0.contains("gpsd") })
    let json = try Tool.run(["status", "--json"], service: path).objects
    #expect(json.count == 2 && json.first?["pid"] as? Int == 77)
    #expect(json.first?["protocol"] as? String == "gpsd")
  }

  /// The port is held by the service, which is not reported as a program to be ended.
  @Test func doctorNamesTheHolderOfThePort() throws {
    let terminal = try PseudoTerminal()
    let path = scratch.path + "/holding.sock"
    let device = terminal.path
    let holding = try StandInServer(
      path: path, greeting: "{\"class\":\"service\",\"protocol\":1,\"version\":\"test\"}\n"
    ) { line in
      line.contains("\"clients\"")
        ? "{\"class\":\"clients\",\"count\":0,\"clients\":[]}\n"
        : line.contains("\"watch\":true")
          ? "{\"class\":\"state\",\"state\":\"fix\",\"code\":\"fix\",\"device\":\"\(device)\"}\n"
          : nil
    }
    defer { holding.stop() }
    // The lock of the service on its port, which excludes other programs.
    let port = open(device, O_RDWR | O_NOCTTY)
    defer { close(port) }
    #expect(flock(port, LOCK_EX | LOCK_NB) == 0)
    let doctor = try Tool.run(["doctor", "-d", device, "--for", "2s", "--json"], service: path)
    let holder = try doctor.objects.filter { $0["check"] as? String == "holder" }
    #expect(holder.first?["severity"] as? String == "good")
    #expect(holder.allSatisfy { ($0["what"] as? String)?.contains("location service") == true })
    let watch = try Tool.run(["watch", "-d", device], service: path)
    expectFailure(watch, 69, "the location service is using it")
  }

  @Test func gpsdCannotBeRecorded() throws {
    let run = try Tool.run(
      ["record", "--device", "gpsd://localhost", scratch.path + "/x.nmea"])
    expectFailure(run, 64, "it reports positions, not sentences")
  }
}
