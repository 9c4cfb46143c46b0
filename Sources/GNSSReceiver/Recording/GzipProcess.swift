// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// The system's `gzip`, decompressing a file into a pipe; see docs/decisions/0004.
struct GzipProcess {
  /// Where the decompressed bytes come out.
  let output: CInt

  private let process: pid_t

  init(decompressing file: borrowing FileDescriptor, name: String) throws(RecordingError) {
    var ends: (CInt, CInt) = (-1, -1)
    let piped = withUnsafeMutableBytes(of: &ends) {
      pipe($0.assumingMemoryBound(to: CInt.self).baseAddress)
    }
    guard piped == 0 else { throw RecordingError(errno: errno, name) }
    _ = fcntl(ends.0, F_SETFD, FD_CLOEXEC)
    _ = fcntl(ends.1, F_SETFD, FD_CLOEXEC)
    defer { close(ends.1) }

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, file.number, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, ends.1, STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)

    // gzip of its own accord warns of trailing garbage with status 2; -q keeps it to damage.
    var child = pid_t()
    let arguments: [UnsafeMutablePointer<CChar>?] = [strdup("gzip"), strdup("-dcq"), nil]
    defer { for argument in arguments { free(argument) } }
    let result = posix_spawnp(&child, "gzip", &actions, nil, arguments, environ)
    guard result == 0 else {
      close(ends.0)
      throw RecordingError(.noGzip, name)
    }
    process = child
    output = ends.0
  }

  /// Waits for its end.
  ///
  /// - Throws: ``RecordingError`` if it failed.
  func finish(_ name: String) throws(RecordingError) {
    close(output)
    var status: CInt = 0
    let ended = retryingOnInterrupt { Int(waitpid(process, &status, 0)) }
    // Exited with 0, or with 2, which is a warning.
    guard ended == Int(process), status == 0 || status == 2 << 8 else {
      throw RecordingError(.damagedGzip, name)
    }
  }
}
