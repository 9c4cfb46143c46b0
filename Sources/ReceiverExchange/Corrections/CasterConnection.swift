// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem
import ServerAccess

final class CasterConnection {
  enum Event {
    /// It has been made, and the request is on its way.
    case opened
    case bytes(ArraySlice<UInt8>)
    case closed
    case failed(String)
  }

  private let stream: any ServerStream
  private var output: [UInt8]
  private var hasOpened = false
  private var buffer = [UInt8](repeating: 0, count: 8192)
  /// The most bytes that wait: a caster that reads nothing gets no more positions.
  private static let mostOutput = 16_384
  /// How many pieces are read before others are served.
  private static let mostReads = 4

  init(_ stream: any ServerStream, request: [UInt8]) { (self.stream, output) = (stream, request) }

  var waiting: [pollfd] {
    stream.polled(for: output.isEmpty ? POLLIN : POLLIN | POLLOUT)
  }

  /// When to call ``serve(at:)`` although nothing is ready; `nil` for never.
  var due: Duration? { stream.hasUnreadBytes ? .zero : stream.due }

  func send(_ bytes: [UInt8]) { if output.count < Self.mostOutput { output += bytes } }

  /// Continues connecting, writing and reading, as far as that is possible without waiting.
  func serve(at now: Duration) -> [Event] {
    var events: [Event] = []
    do throws(StreamError) {
      if stream.isConnecting {
        try stream.connect(at: now)
        if stream.isConnecting { return [] }
      }
      if !hasOpened {
        hasOpened = true
        events.append(.opened)
      }
      if !output.isEmpty { output.removeFirst(try stream.write(output[...])) }
      for _ in 0..<Self.mostReads {
        switch try read() {
        case .bytes(let count): events.append(.bytes(buffer[..<count]))
        case .nothing: return events
        case .hungUp: return events + [.closed]
        }
      }
    } catch {
      events.append(.failed(error.reason))
    }
    return events
  }

  private func read() throws(StreamError) -> ReadOutcome {
    var result: Result<ReadOutcome, StreamError> = .success(.nothing)
    buffer.withUnsafeMutableBytes { bytes in
      do throws(StreamError) { result = .success(try stream.read(into: bytes)) } catch {
        result = .failure(error)
      }
    }
    return try result.get()
  }
}
