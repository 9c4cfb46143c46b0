// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// Runs a command for one occurrence at a time; the latest occurrence meanwhile waits for its end, those before it are
/// dropped.
final class CommandRunner {
  private let command: [String]
  private var running: (process: ChildProcess, event: String)?
  private var kept: Occurrence?

  init(_ command: [String]) throws {
    guard let name = command.first else {
      throw Failure.usage("\"on\" without a command", "-- COMMAND at the end")
    }
    do throws(ProgramPath.Problem) {
      self.command = [try ProgramPath.find(name)] + command.dropFirst()
    } catch .missing {
      throw Failure("cannot run \(name): no such program", EX_NOINPUT)
    } catch .isDirectory {
      throw Failure("cannot run \(name): it is a directory; name a program in it", EX_NOINPUT)
    } catch .notExecutable {
      throw Failure(
        "cannot run \(name): it is not executable; run \"chmod +x\" on it", EX_NOPERM)
    }
  }

  /// Readable when the command has ended; `nil` while none runs.
  var descriptor: CInt? { running?.process.descriptor }

  var isIdle: Bool { running == nil && kept == nil }

  func run(for occurrence: Occurrence) {
    guard running == nil else {
      kept = occurrence
      return
    }
    do throws(SystemError) {
      running = (
        try ChildProcess(command, variables: occurrence.variables), occurrence.event
      )
    } catch {
      complain("\(error.description); it was to be run for \"\(occurrence.event)\"")
    }
  }

  /// Processes that the command has ended, and runs it for the occurrence that waited.
  func ended() {
    guard let (process, event) = running else { return }
    running = nil
    switch process.reap() {
    case .exited(0): break
    case .exited(let code): complain("the command for \"\(event)\" ended with code \(code)")
    case .signaled(let number):
      complain("the command for \"\(event)\" was ended by signal \(number)")
    }
    if let next = kept.take() { run(for: next) }
  }

  func stop() {
    kept = nil
    guard let (process, _) = running.take() else { return }
    _ = process.end(by: monotonicNow() + .seconds(3))
  }
}
