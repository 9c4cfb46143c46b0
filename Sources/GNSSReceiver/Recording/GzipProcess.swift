// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// The system's `gzip`, decompressing into a pipe; see docs/decisions/0004.
struct GzipProcess {
  /// Where the decompressed bytes come out.
  let output: CInt

  private let gzip: pid_t
  /// Copies the rest of a pipe to `gzip`; `nil` if `gzip` reads a file itself.
  private var copier: pid_t?

  /// Decompresses a file from where it stands.
  init(decompressing file: borrowing FileDescriptor, name: String) throws(RecordingError) {
    let out = try Pipe(name)
    gzip = try spawn("gzip", Self.option, from: file.number, to: out.writeEnd, name: name)
    output = out.keepReadEnd()
  }

  /// Decompresses a pipe of which some bytes have been read already: no more than a pipe holds.
  init(
    decompressing first: ArraySlice<UInt8>, then file: borrowing FileDescriptor, name: String
  ) throws(RecordingError) {
    let out = try Pipe(name)
    let feed = try Pipe(name)
    gzip = try spawn("gzip", Self.option, from: feed.readEnd, to: out.writeEnd, name: name)
    // An empty pipe takes 64 KiB without anybody reading them.
    let written = first.withUnsafeBytes { bytes in
      retryingOnInterrupt { write(feed.writeEnd, bytes.baseAddress, bytes.count) }
    }
    guard written == first.count else { throw RecordingError(errno: errno, name) }
    copier = try spawn("cat", nil, from: file.number, to: feed.writeEnd, name: name)
    output = out.keepReadEnd()
  }

  /// To standard output, and quiet about what is only worth a warning.
  private static let option = "-dcq"

  /// Waits for its end.
  ///
  /// - Throws: ``RecordingError`` if it failed.
  func finish(_ name: String) throws(RecordingError) {
    close(output)
    var status: CInt = 0
    if let copier { _ = retryingOnInterrupt { Int(waitpid(copier, &status, 0)) } }
    let ended = retryingOnInterrupt { Int(waitpid(gzip, &status, 0)) }
    // Exited with 0, or with 2, which is a warning.
    guard ended == Int(gzip), status == 0 || status == 2 << 8 else {
      throw RecordingError(.damagedGzip, name)
    }
  }
}

/// A pipe whose ends are closed with it, and are not passed on to other programs.
private struct Pipe: ~Copyable {
  let readEnd: CInt
  let writeEnd: CInt

  init(_ name: String) throws(RecordingError) {
    var ends: (CInt, CInt) = (-1, -1)
    let result = withUnsafeMutableBytes(of: &ends) {
      pipe($0.assumingMemoryBound(to: CInt.self).baseAddress)
    }
    guard result == 0 else { throw RecordingError(errno: errno, name) }
    (readEnd, writeEnd) = ends
    _ = fcntl(readEnd, F_SETFD, FD_CLOEXEC)
    _ = fcntl(writeEnd, F_SETFD, FD_CLOEXEC)
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  /// The end to read from, which is no longer the pipe's to close.
  consuming func keepReadEnd() -> CInt {
    let readEnd = readEnd
    close(writeEnd)
    discard self
    return readEnd
  }
}

/// Starts a program that reads one descriptor and writes another.
private func spawn(
  _ program: String, _ option: String?, from input: CInt, to output: CInt, name: String
) throws(RecordingError) -> pid_t {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)

  let arguments: [UnsafeMutablePointer<CChar>?] = [strdup(program), option.map { strdup($0) }, nil]
  defer { for argument in arguments { free(argument) } }
  var process = pid_t()
  guard posix_spawnp(&process, program, &actions, nil, arguments, environ) == 0 else {
    throw RecordingError(.noGzip, name)
  }
  return process
}
