// Core Location for Linux. SPDX-License-Identifier: MIT

package import Glibc

// Missing from Swift's Glibc.
@_extern(c, "posix_spawn_file_actions_addchdir_np") private func addFolder(
  _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>, _ path: UnsafePointer<CChar>
) -> CInt

/// A program to be started in a session of its own, which outlives this process and gets none of its terminal's signals.
package struct SessionProgram: Sendable {
  /// Its path, or a name that is looked for on `PATH`.
  package var program: String
  /// What follows its name on the command line.
  package var arguments: [String]
  /// Its environment, `NAME=value` each.
  package var environment: [String]
  /// The folder in which it starts; `/` if it cannot be entered.
  package var folder: String

  package init(
    _ program: String, arguments: [String] = [], environment: [String], folder: String = "/"
  ) {
    (self.program, self.arguments) = (program, arguments)
    (self.environment, self.folder) = (environment, folder)
  }

  /// Starts it, without input; what it prints goes nowhere.
  ///
  /// - Parameter complaints: what it writes to standard error goes there instead.
  package func start(complaints: CInt? = nil) throws(SpawnFailure) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    if let complaints {
      posix_spawn_file_actions_adddup2(&actions, complaints, STDERR_FILENO)
    } else {
      posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    }
    let place = access(folder.pathBytes, X_OK) == 0 ? folder : "/"
    _ = addFolder(&actions, place.pathBytes)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    // POSIX_SPAWN_SETSID, which Swift does not import.
    let ownSession: CInt = 0x80
    posix_spawnattr_setflags(
      &attributes,
      Int16(CInt(POSIX_SPAWN_SETSIGMASK) | CInt(POSIX_SPAWN_SETSIGDEF) | ownSession))

    let words = ([program] + arguments).map { strdup($0.pathBytes) } + [nil]
    let variables = environment.map { strdup($0.pathBytes) } + [nil]
    defer { for text in words + variables { free(text) } }
    var process = pid_t()
    let result = spawning.withLock { _ in
      posix_spawnp(&process, program.pathBytes, &actions, &attributes, words, variables)
    }
    guard result == 0 else { throw SpawnFailure(errno: result) }
    return process
  }
}

/// How a process ended.
package enum ProcessEnd: Hashable, Sendable {
  case exited(CInt)
  case signaled(CInt)

  /// Returns how a child of this process has ended; `nil` while it runs.
  package init?(of process: pid_t) {
    var status: CInt = 0
    let ended = retryingOnInterrupt { waitpid(process, &status, WNOHANG) }
    guard ended != 0 else { return nil }
    let signal = status & 0x7F
    // A child that is not there any more has been waited for by somebody else.
    self = ended < 0 ? .exited(0) : signal == 0 ? .exited((status >> 8) & 0xFF) : .signaled(signal)
  }
}
