// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver
import Glibc
import LinuxSystem

/// The link to a recording: the pipe through which it is replayed.
final class ReplayLink: Connection {
  private let replay: ReplayThread

  init(_ replay: ReplayThread) { self.replay = replay }

  deinit { close(descriptor) }

  var descriptor: CInt { replay.output }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(SourceError) -> ReadOutcome {
    let count = retryingOnInterrupt { Glibc.read(descriptor, buffer.baseAddress, buffer.count) }
    if count > 0 { return .bytes(count) }
    if count < 0, errno == EAGAIN { return .nothing }
    if let error = replay.error { throw .other(error.description) }
    return .hungUp
  }
}
