// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// A process of the system's `gzip` that decompresses into a pipe; see docs/decisions/0004.
struct GzipProcess: ~Copyable {
  /// The pipe's end for reading decompressed bytes.
  let output: CInt

  let gzip: pid_t
  /// The process that copies the rest of a pipe to `gzip`; `nil` if `gzip` reads a file itself.
  private let copier: pid_t?

  init(decompressing file: borrowing FileDescriptor, name: String) throws(RecordingError) {
    let out = try Pipe(name)
    gzip = try Self.start("gzip", Self.option, from: file.number, to: out.writeEnd, name)
    copier = nil
    output = out.keepReadEnd()
  }

  /// Decompresses a pipe from which some bytes have already been read: at most as many as a pipe holds.
  init(
    decompressing first: ArraySlice<UInt8>, then file: borrowing FileDescriptor, name: String
  ) throws(RecordingError) {
    let out = try Pipe(name)
    let feed = try Pipe(name)
    // An empty pipe accepts 64 KiB without a reader.
    let written = first.withUnsafeBytes { bytes in
      retryingOnInterrupt { write(feed.writeEnd, bytes.baseAddress, bytes.count) }
    }
    guard written == first.count else { throw RecordingError(errno: errno, name) }
    let gzip = try Self.start("gzip", Self.option, from: feed.readEnd, to: out.writeEnd, name)
    do throws(RecordingError) {
      copier = try Self.start("cat", nil, from: file.number, to: feed.writeEnd, name)
    } catch {
      Self.end(gzip)
      throw error
    }
    self.gzip = gzip
    output = out.keepReadEnd()
  }

  /// Decompresses to standard output, without warnings.
  private static let option = "-dcq"

  /// Waits for `gzip` to exit.
  ///
  /// - Throws: ``RecordingError`` if it failed.
  consuming func finish(_ name: String) throws(RecordingError) {
    close(output)
    let status = reap(gzip)
    // Input that remains after `gzip` has exited is not needed.
    if let copier { Self.end(copier) }
    discard self
    // Exit code 0, or 2, which is a warning.
    guard status == 0 || status == 2 << 8 else { throw RecordingError(.damagedGzip, name) }
  }

  /// Ends the processes if reading stops early.
  deinit {
    close(output)
    Self.end(gzip)
    if let copier { Self.end(copier) }
  }

  /// Ends a process, which may be waiting for input that never comes.
  private static func end(_ process: pid_t) {
    kill(process, SIGKILL)
    reap(process)
  }

  private static func start(
    _ program: String, _ option: String?, from input: CInt, to output: CInt, _ name: String
  ) throws(RecordingError) -> pid_t {
    do {
      return try spawn(program, option, from: input, to: output)
    } catch {
      throw error.errno == ENOENT
        ? RecordingError(.noGzip, name) : RecordingError(.system(error.errno), name)
    }
  }
}

/// A pipe whose ends are closed with it.
private struct Pipe: ~Copyable {
  let readEnd: CInt
  let writeEnd: CInt

  init(_ name: String) throws(RecordingError) {
    do throws(SystemError) { (readEnd, writeEnd) = try openPipe() } catch {
      throw RecordingError(errno: error.errno, name)
    }
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  /// Returns the end to read from, which the pipe no longer closes.
  consuming func keepReadEnd() -> CInt {
    let readEnd = readEnd
    close(writeEnd)
    discard self
    return readEnd
  }
}
