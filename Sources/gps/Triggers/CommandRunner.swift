// Core Location for Linux. SPDX-License-Identifier: MIT

import GPSTool
import Glibc
import LinuxSystem

/// Runs a command for one event at a time; meanwhile, the latest event of each name waits, and those before it are dropped.
final class CommandRunner {
  private let command: [String]
  private var running: (process: ChildProcess, event: String)?
  private var waiting: [TriggerEvent] = []

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

  var isIdle: Bool { running == nil && waiting.isEmpty }

  func run(for event: TriggerEvent) {
    guard running == nil else {
      // A drifting boat must not be forgotten because its fix was lost meanwhile.
      waiting.removeAll { $0.name == event.name }
      waiting.append(event)
      return
    }
    do throws(SystemError) {
      running = (try ChildProcess(command, variables: event.variables), event.name)
    } catch {
      complain("\(error.description); it was to be run for \"\(event.name)\"")
    }
  }

  /// Processes that the command has ended, and runs it for the event that waited.
  func ended() {
    guard let (process, event) = running else { return }
    running = nil
    switch process.reap() {
    case .exited(0): break
    case .exited(let code): complain("the command for \"\(event)\" ended with code \(code)")
    case .signaled(let number):
      complain("the command for \"\(event)\" was ended by signal \(number)")
    }
    // One that cannot be started does not hold up the next.
    while running == nil, !waiting.isEmpty { run(for: waiting.removeFirst()) }
  }

  func stop() {
    waiting = []
    guard let (process, _) = running.take() else { return }
    _ = process.end(by: monotonicNow() + .seconds(3))
  }
}
