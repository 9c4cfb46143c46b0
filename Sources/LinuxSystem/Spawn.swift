// Core Location for Linux. SPDX-License-Identifier: MIT

package import Glibc

/// An error number that tells why a program cannot be started.
package struct SpawnFailure: Error {
  package let errno: CInt

  package init(errno: CInt) { self.errno = errno }
}

/// Held while a program is started, and while a pipe is created that programs must not inherit.
package let spawning = Mutex(())

/// Starts a program that reads from one descriptor and writes to another.
///
/// - Parameter untilEndOfInput: whether the program runs until its input ends, regardless of keys pressed or signals
///   that a shutdown sends to all processes: it is not in the terminal's foreground, and blocks SIGINT, SIGTERM and
///   SIGHUP.
package func spawn(
  _ program: String, _ option: String?, from input: CInt, to output: CInt,
  untilEndOfInput: Bool = false
) throws(SpawnFailure) -> pid_t {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)

  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  if untilEndOfInput {
    var blocked = sigset_t()
    sigemptyset(&blocked)
    for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&blocked, signal) }
    posix_spawnattr_setsigmask(&attributes, &blocked)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETPGROUP))
  }

  let arguments: [UnsafeMutablePointer<CChar>?] = [strdup(program), option.map { strdup($0) }, nil]
  defer { for argument in arguments { free(argument) } }
  var process = pid_t()
  let result = spawning.withLock { _ in
    posix_spawnp(&process, program, &actions, &attributes, arguments, environ)
  }
  guard result == 0 else { throw SpawnFailure(errno: result) }
  return process
}

/// Waits until a program ends; returns its status, 0 on success, -1 if it cannot be determined.
@discardableResult
package func reap(_ process: pid_t) -> CInt {
  var status: CInt = 0
  let ended = retryingOnInterrupt { Int(waitpid(process, &status, 0)) }
  return ended == Int(process) ? status : -1
}
