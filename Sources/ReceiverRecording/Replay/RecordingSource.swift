// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSSReceiver
import Glibc
import LinuxSystem
package import LocationProtocols

/// A recording as a source, replayed at the pace of the times in it, or faster.
package struct RecordingSource: SourceKind {
  let path: String
  /// A multiple of the receiver's own speed; infinite for no waiting at all.
  let speed: Double

  package init(path: String, speed: Double = 1) {
    (self.path, self.speed) = (path, speed)
  }

  package var name: String { path }
  package var traits: SourceTraits { [.ends, .isRecorded] }

  package func open(_ request: OpenRequest) throws(SourceError) -> any Connection {
    do throws(RecordingError) {
      return ReplayConnection(try ReplayThread(path: path, speed: speed))
    } catch {
      throw .other(error.description)
    }
  }
}

extension RecordingSource {
  /// Parses the name of a recording; `nil` if the text is none.
  init?(_ text: String) throws(SelectionError) {
    guard text.hasPrefix("replay:") else {
      guard stat(of: text)?.kind == S_IFREG else { return nil }
      self.init(path: text)
      return
    }
    var path = text.dropFirst("replay:".count)
    var speed = 1.0
    if let mark = path.lastIndex(of: "?") {
      guard let given = Self.speed(path[path.index(after: mark)...]) else {
        throw SelectionError(
          text: text, expectation: "replay:file?speed=n, where n is 0.001 or more, or max")
      }
      speed = given
      path = path[..<mark]
    }
    guard !path.isEmpty else {
      throw SelectionError(text: text, expectation: "replay:file?speed=n")
    }
    self.init(path: String(path), speed: speed)
  }

  private static func speed(_ option: Substring) -> Double? {
    guard option.hasPrefix("speed=") else { return nil }
    let number = option.dropFirst("speed=".count)
    // Slower, the time until the next epoch could not be counted.
    return number == "max" ? .infinity : Double(number).flatMap { $0 >= 0.001 ? $0 : nil }
  }
}

extension ReceiverSupervisor.Selection {
  /// Parses a name that may be that of a recording.
  ///
  /// Accepts the path of a recording, `replay:file?speed=n`, and anything that ``init(_:introduction:)`` accepts.
  package init(
    includingRecordings text: String,
    introduction: ClientIntroduction = ClientIntroduction(name: nil)
  ) throws(SelectionError) {
    if let recording = try RecordingSource(text) {
      self = .source(recording, text)
    } else {
      try self.init(text, introduction: introduction)
    }
  }
}

/// The connection to a recording: the pipe through which it is replayed.
private final class ReplayConnection: Connection {
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
