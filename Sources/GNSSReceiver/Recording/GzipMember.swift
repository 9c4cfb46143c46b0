// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import SerialLine

/// The system's `gzip`, compressing what it is sent onto the end of a file; see docs/decisions/0004.
///
/// It lives until its input ends and not longer. If this process is killed its input ends too, and what
/// it was sent is in the file all the same.
struct GzipMember: ~Copyable {
  private let input: CInt
  let gzip: pid_t

  /// Begins a member where a descriptor stands.
  ///
  /// - Throws: ``RecorderError`` when `gzip` cannot be started.
  static func begin(in file: CInt, _ name: String) throws(RecorderError) -> GzipMember {
    var ends: [CInt] = [-1, -1]
    let type = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw RecorderError(errno: errno, name) }
    defer { close(ends[0]) }
    do throws(SpawnFailure) {
      // Neither a name nor a time in it: the same bytes give the same file.
      let gzip = try spawn("gzip", "-cn", from: ends[0], to: file, untilEndOfInput: true)
      return GzipMember(input: ends[1], gzip: gzip)
    } catch {
      close(ends[1])
      throw error.errno == ENOENT
        ? RecorderError(.noGzip, name) : RecorderError(.system(error.errno), name)
    }
  }

  /// Finds out whether there is a `gzip`.
  ///
  /// - Throws: ``RecorderError`` when there is none.
  static func check(_ name: String) throws(RecorderError) {
    let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard nowhere >= 0 else { throw RecorderError(errno: errno, name) }
    defer { close(nowhere) }
    guard try begin(in: nowhere, name).finish() else { throw RecorderError(.gzipFailed, name) }
  }

  /// Hands over bytes, waiting for `gzip` to take them; false if it has ended.
  func send(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        // A reader that has gone is told by the call, not by a signal.
        let count = retryingOnInterrupt {
          Glibc.send(
            input, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count,
            CInt(MSG_NOSIGNAL))
        }
        if count < 0 { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }
  }

  /// Ends the member; false if it is not in the file as a whole.
  consuming func finish() -> Bool {
    close(input)
    let status = reap(gzip)
    discard self
    return status == 0
  }

  deinit {
    close(input)
    reap(gzip)
  }
}
