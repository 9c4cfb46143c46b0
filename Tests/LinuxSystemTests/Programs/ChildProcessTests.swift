// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LinuxSystem
import TestSupport
import Testing

@Suite struct ChildProcessTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func shell(_ script: String, _ variables: [String: String?] = [:]) throws -> ChildProcess
  {
    try ChildProcess(["/bin/sh", "-c", script, "sh", scratch.path], variables: variables)
  }

  private func content(of file: String) throws -> String {
    try String(contentsOfFile: scratch.path + "/" + file, encoding: .utf8)
  }

  @Test func variablesReplaceThoseThatAreInherited() throws {
    let process = try shell(
      #"echo "${HOME-none} ${GIVEN-none} ${PATH:+path}" >"$1/out""#,
      ["HOME": nil, "GIVEN": "a b=c"])
    #expect(process.reap() == .exited(0))
    #expect(try content(of: "out") == "none a b=c path\n")
  }

  @Test(arguments: [("exit 3", ProcessEnd.exited(3)), ("kill -KILL $$", .signaled(SIGKILL))])
  func saysHowItEnded(script: String, ending: ProcessEnd) throws {
    let process = try shell(script)
    #expect(firstReadable(of: process.descriptor, until: monotonicNow() + .seconds(60)) != nil)
    #expect(process.reap() == ending)
  }

  @Test func endsWithWhatItHasStarted() throws {
    let process = try shell(#"sleep 1000 & echo $! >"$1/child"; mv "$1/child" "$1/ready"; wait"#)
    #expect(eventually { access(scratch.path + "/ready", F_OK) == 0 })
    let child = try #require(pid_t(content(of: "ready").dropLast()))
    #expect(process.end(by: monotonicNow() + .seconds(60)) == .signaled(SIGTERM))
    #expect(eventually { !isRunning(child) })
  }

  @Test func isKilledIfItDoesNotEnd() throws {
    let process = try shell(#"trap "" TERM; : >"$1/ready"; while :; do sleep 1; done"#)
    #expect(eventually { access(scratch.path + "/ready", F_OK) == 0 })
    #expect(process.end(by: monotonicNow() + .milliseconds(50)) == .signaled(SIGKILL))
  }

  @Test func aProgramThatCannotBeRunIsAnError() throws {
    #expect(throws: SystemError.self) { try ChildProcess([scratch.path], variables: [:]) }
  }

  /// Every way in which a program is started.
  enum Way: CaseIterable { case child, session, bounded, spawned }

  @Test(arguments: Way.allCases) func hasNoDescriptorThatIsNotMeantForIt(way: Way) throws {
    // As a terminal, an editor or a script passes them on, without knowing.
    let file = open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    let inherited = fcntl(file, F_DUPFD, 100)
    try #require(inherited >= 100)
    defer { close(inherited) }
    let script =
      #"for number in 0 1 2 \#(inherited); do [ -e /proc/$$/fd/$number ] && echo $number; done "#
      + #">"\#(scratch.path)/part"; mv "\#(scratch.path)/part" "\#(scratch.path)/out""#
    switch way {
    case .child: #expect(try shell(script).reap() == .exited(0))
    case .session:
      reap(try SessionProgram("/bin/sh", arguments: ["-c", script], environment: []).start())
    case .bounded:
      let program = try BoundedProgram("/bin/sh", ["-c", script], input: [], memory: 1 << 30)
      guard case .ended = program.next(by: monotonicNow() + .seconds(60), orReadable: -1) else {
        Issue.record("it has not ended")
        return
      }
    case .spawned:
      let path = scratch.path + "/script"
      try script.write(toFile: path, atomically: true, encoding: .utf8)
      reap(try spawn("/bin/sh", path, from: file, to: file))
    }
    #expect(try content(of: "out") == "0\n1\n2\n")
  }

  /// Whether a process runs; a zombie, which its new parent has not waited for, does not.
  private func isRunning(_ process: pid_t) -> Bool {
    let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    return status.map { !$0.contains("State:\tZ") } ?? false
  }
}
