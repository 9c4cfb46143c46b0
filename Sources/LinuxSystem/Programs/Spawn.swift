// Core Location for Linux. SPDX-License-Identifier: MIT

package import Glibc

/// Held while a program is started, and while a pipe is created that programs must not inherit.
package let spawning = Mutex(())

// Missing from Swift's Glibc.
@_extern(c, "posix_spawn_file_actions_addchdir_np") private func addFolder(
  _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>, _ path: UnsafePointer<CChar>
) -> CInt

// Missing from it, too.
@_extern(c, "posix_spawn_file_actions_addclosefrom_np") private func addEnd(
  _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>, _ first: CInt
) -> CInt

/// What a program that is started has in place of what this process has.
///
/// Of descriptors, it has only standard input, output and error: others that this process was started with, such as a
/// terminal's, a lock's or a socket's, are nothing to it.
struct SpawnSettings {
  /// Its standard input, output or error.
  enum Stream {
    case inherited
    case nothing
    case descriptor(CInt)
  }

  /// Whose terminal and whose signals reach it.
  enum Group {
    case inherited
    /// Its own process group, which is not in the terminal's foreground.
    case own
    /// Its own session, with all signals at their defaults.
    case session
  }

  /// Its standard input, output and error.
  var streams: [Stream]
  var group = Group.inherited
  /// The signals that it blocks; `nil` for those that this thread does.
  var blocked: [CInt]?
  /// The folder in which it starts; `nil` for that of this process.
  var folder: String?
  /// Its environment, `NAME=value` each; `nil` for that of this process.
  var environment: [String]?
  /// Whether a name without a slash is looked for on `PATH`.
  var searchesPath = false

  /// - Parameter words: the program, and its arguments.
  func start(_ words: [String]) throws(SystemError) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, stream) in zip(STDIN_FILENO..., streams) {
      switch stream {
      case .inherited: break
      case .nothing:
        let access = number == STDIN_FILENO ? O_RDONLY : O_WRONLY
        posix_spawn_file_actions_addopen(&actions, number, "/dev/null", access, 0)
      case .descriptor(let descriptor):
        posix_spawn_file_actions_adddup2(&actions, descriptor, number)
      }
    }
    // Last, since the descriptors of the streams are among those that are closed.
    _ = addEnd(&actions, STDERR_FILENO + 1)
    if let folder { _ = addFolder(&actions, folder.pathBytes) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    set(&attributes)
    let arguments = words.map { strdup($0.pathBytes) } + [nil]
    let variables = environment.map { $0.map { strdup($0.pathBytes) } + [nil] }
    defer { for text in arguments + (variables ?? []) { free(text) } }
    var process = pid_t()
    let run = searchesPath ? posix_spawnp : posix_spawn
    let result = spawning.withLock { _ in
      let program = (words.first ?? "").pathBytes
      guard let variables else {
        return run(&process, program, &actions, &attributes, arguments, environ)
      }
      return run(&process, program, &actions, &attributes, arguments, variables)
    }
    guard result == 0 else { throw SystemError("run", words.first ?? "", errno: result) }
    return process
  }

  private func set(_ attributes: inout posix_spawnattr_t) {
    var flags: CInt = 0
    if let blocked {
      var signals = sigset_t()
      sigemptyset(&signals)
      for signal in blocked { sigaddset(&signals, signal) }
      posix_spawnattr_setsigmask(&attributes, &signals)
      flags |= CInt(POSIX_SPAWN_SETSIGMASK)
    }
    switch group {
    case .inherited: break
    case .own:
      posix_spawnattr_setpgroup(&attributes, 0)
      flags |= CInt(POSIX_SPAWN_SETPGROUP)
    case .session:
      var all = sigset_t()
      sigfillset(&all)
      posix_spawnattr_setsigdefault(&attributes, &all)
      // POSIX_SPAWN_SETSID, which Swift does not import.
      flags |= CInt(POSIX_SPAWN_SETSIGDEF) | 0x80
    }
    posix_spawnattr_setflags(&attributes, Int16(flags))
  }
}

/// Starts a program that reads from one descriptor and writes to another.
package func spawn(
  _ program: String, _ option: String?, from input: CInt, to output: CInt
) throws(SystemError) -> pid_t {
  let settings = SpawnSettings(
    streams: [.descriptor(input), .descriptor(output), .nothing], searchesPath: true)
  return try settings.start([program] + (option.map { [$0] } ?? []))
}

/// Waits until a program ends; returns its status, 0 on success, -1 if it cannot be determined.
@discardableResult
package func reap(_ process: pid_t) -> CInt {
  var status: CInt = 0
  let ended = retryingOnInterrupt { Int(waitpid(process, &status, 0)) }
  return ended == Int(process) ? status : -1
}

package enum ProcessEnd: Hashable, Sendable {
  case exited(CInt)
  case signaled(CInt)

  /// Reads what waitpid(2) says.
  init(status: CInt) {
    let signal = status & 0x7F
    self = signal == 0 ? .exited(status >> 8 & 0xFF) : .signaled(signal)
  }

  /// Returns how a child of this process has ended; `nil` while it runs.
  package init?(of process: pid_t) {
    var status: CInt = 0
    let ended = retryingOnInterrupt { waitpid(process, &status, WNOHANG) }
    guard ended != 0 else { return nil }
    // A child that no longer exists has been waited for by somebody else.
    self.init(status: ended < 0 ? 0 : status)
  }
}

/// Opens a pipe: the end to read from, and the end to write to.
///
/// Neither is standard input, output or error, and no program inherits them that is started meanwhile.
package func openPipe() throws(SystemError) -> (reading: CInt, writing: CInt) {
  var ends: [CInt] = [-1, -1]
  let number: CInt = spawning.withLock { _ in
    guard pipe(&ends) == 0 else { return errno }
    for index in ends.indices {
      ends[index] = movedAboveStandard(ends[index])
      _ = fcntl(ends[index], F_SETFD, FD_CLOEXEC)
    }
    return ends.contains { $0 < 0 } ? EMFILE : 0
  }
  guard number == 0 else {
    for end in ends where end >= 0 { close(end) }
    throw SystemError("create", "a pipe", errno: number)
  }
  return (ends[0], ends[1])
}

package enum ProgramPath {
  /// Why a program cannot be run.
  package enum Problem: Error, Hashable {
    case missing, isDirectory, notExecutable
  }

  /// Returns the path of a program: of a name without a slash, the first on the search path.
  ///
  /// - Parameter searchPath: folders, with colons between them.
  package static func find(
    _ name: String, searchPath: String = Environment.current["PATH"] ?? "/usr/bin:/bin"
  ) throws(Problem) -> String {
    let isPath = name.contains("/")
    let candidates =
      isPath
      ? [name]
      : searchPath.split(separator: ":", omittingEmptySubsequences: false)
        .map { $0.isEmpty ? "./\(name)" : "\($0)/\(name)" }
    var problem = Problem.missing
    for path in candidates where !name.isEmpty {
      guard let status = stat(of: path) else { continue }
      if status.kind == S_IFREG, access(path.pathBytes, X_OK) == 0 { return path }
      problem = status.kind == S_IFDIR ? .isDirectory : .notExecutable
    }
    throw problem
  }
}
