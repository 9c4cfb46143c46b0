// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import SerialLine

/// Standard input, or the pipe through which a recording is replayed.
final class StreamLink: Link {
  let descriptor: CInt
  private let replay: ReplayThread?
  private let isOwned: Bool

  private init(_ descriptor: CInt, _ replay: ReplayThread?, isOwned: Bool) {
    self.descriptor = descriptor
    self.replay = replay
    self.isOwned = isOwned
  }

  deinit { if isOwned { close(descriptor) } }

  static var standardInput: StreamLink { StreamLink(STDIN_FILENO, nil, isOwned: false) }

  /// Replays a recording.
  static func recording(_ path: String, speed: Double) throws(SourceError) -> StreamLink {
    let replay = try ReplayThread(path: path, speed: speed)
    return StreamLink(replay.output, replay, isOwned: true)
  }

  var interest: Int16 { Int16(POLLIN) }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(SourceError) -> SerialPort.Reading {
    let count = retryingOnInterrupt { Glibc.read(descriptor, buffer.baseAddress, buffer.count) }
    if count > 0 { return .bytes(count) }
    if count == 0 {
      if let error = replay?.error { throw .recording(error) }
      return .unplugged
    }
    guard errno == EAGAIN else {
      throw .recording(RecordingError(errno: errno, "standard input"))
    }
    return .nothing
  }
}
