// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// A program that was started with an environment of its own, in a process group of its own.
///
/// It reads nothing from standard input, and writes where this process does. Keys pressed at the terminal do not reach it.
package final class ChildProcess: Sendable {
  /// How a program ended.
  package enum Ending: Hashable, Sendable {
    case code(CInt)
    case signal(CInt)
  }

  /// Readable once the program has ended.
  package var descriptor: CInt { notice.descriptor }
  private let notice: WakeUp
  private let process: pid_t

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - arguments: the program, as a path, and its arguments.
  ///   - variables: what its environment has in place of this process's variables of these names; `nil` removes one.
  /// - Throws: ``SystemError``.
  package init(_ arguments: [String], variables: [String: String?]) throws(SystemError) {
    let program = arguments.first ?? ""
    notice = try WakeUp()
    do throws(SpawnFailure) {
      process = try Self.start(arguments, variables)
    } catch {
      throw SystemError("run", program, errno: error.errno)
    }
    let (notice, process) = (notice, process)
    POSIXThread.detach {
      // The process remains until `reap`, so that its number cannot be another's when signals are sent to it.
      var information = siginfo_t()
      _ = retryingOnInterrupt {
        waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT)
      }
      notice.signal()
    }
  }

  private static func start(
    _ arguments: [String], _ variables: [String: String?]
  ) throws(SpawnFailure) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var blocked = sigset_t()
    sigemptyset(&blocked)
    posix_spawnattr_setsigmask(&attributes, &blocked)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETPGROUP))

    let argv = arguments.map { strdup($0.pathBytes) } + [nil]
    let environment = environment(with: variables) + [nil]
    defer { for word in argv + environment { free(word) } }
    var process = pid_t()
    let result = spawning.withLock { _ in
      posix_spawn(
        &process, (arguments.first ?? "").pathBytes, &actions, &attributes, argv, environment)
    }
    guard result == 0 else { throw SpawnFailure(errno: result) }
    return process
  }

  /// Returns this process's environment with other values, each to be freed.
  private static func environment(
    with variables: [String: String?]
  ) -> [UnsafeMutablePointer<CChar>?] {
    var result: [UnsafeMutablePointer<CChar>?] = []
    var next = environ
    while let variable = next.pointee {
      let name = String(cString: variable).prefix { $0 != "=" }
      if variables.index(forKey: String(name)) == nil { result.append(strdup(variable)) }
      next += 1
    }
    for (name, value) in variables {
      if let value { result.append(strdup("\(name)=\(value)".pathBytes)) }
    }
    return result
  }

  /// Waits until the program has ended, and removes it from the system's list; to be called once.
  package func reap() -> Ending {
    var status: CInt = 0
    _ = retryingOnInterrupt { waitpid(process, &status, 0) }
    let signal = status & 0x7F
    return signal == 0 ? .code(status >> 8 & 0xFF) : .signal(signal)
  }

  /// Asks the program, and those that it has started, to end; kills them if it has not ended by a deadline.
  ///
  /// - Parameter deadline: on ``monotonicNow()``'s clock.
  package func end(by deadline: Duration) -> Ending {
    kill(-process, SIGTERM)
    if firstReadable(of: descriptor, until: deadline) == nil { kill(-process, SIGKILL) }
    return reap()
  }
}
