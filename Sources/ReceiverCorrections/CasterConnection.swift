// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem
import ServerAccess

final class CasterConnection {
  enum Event {
    /// It has been made, and the request can be sent.
    case opened
    case bytes(ArraySlice<UInt8>)
    case closed
    case failed(String)
  }

  /// What begins the connection; `nil` once it has handed over the stream, or failed.
  private var opening: CasterOpening?
  private var stream: (any ServerStream)?
  /// What the caster is asked; `nil` until it can be, and for a server that is no caster.
  private var request: CasterRequest?
  private var output: [UInt8] = []
  private var hasOpened = false
  /// `nil` while what comes has a limit of its own.
  private var allowance: ReadAllowance?
  private var buffer = [UInt8](repeating: 0, count: 8192)
  /// How many pieces are read before others are served.
  private static let mostReads = 4

  init(_ opening: CasterOpening) { self.opening = opening }

  init(_ stream: any ServerStream, _ request: CasterRequest?) {
    (self.stream, self.request) = (stream, request)
  }

  /// Adds the descriptors to wait for.
  func watch(_ watched: inout Reactor.Watched) {
    let reads = allowance?.due == nil ? POLLIN : 0
    stream?.watch(&watched, for: output.isEmpty ? reads : reads | POLLOUT)
  }

  /// When to call ``serve(at:)`` although nothing is ready; `nil` for never.
  var due: Duration? {
    guard let stream else { return opening?.hasEnded == true ? .zero : nil }
    if let due = allowance?.due { return earlier(stream.due, due) }
    return stream.hasUnreadBytes ? .zero : stream.due
  }

  /// Reads from now on no faster than a receiver's line of this baud rate makes sense of.
  func pace(for line: UInt32?, at now: Duration) {
    if allowance == nil { allowance = ReadAllowance(for: line, at: now) }
    allowance?.lineChanged(to: line, at: now)
  }

  /// Asks the caster for its data, or its table, as soon as the connection has been made.
  func request(position: String?) {
    request?.position = position
    output += request?.bytes ?? []
  }

  /// Sends a position, unless the caster has not yet read what was sent before: it would be old when it arrives.
  func send(_ bytes: [UInt8]) { if output.isEmpty { output = bytes } }

  /// Continues connecting, writing and reading, as far as that is possible without waiting.
  func serve(at now: Duration) -> [Event] {
    var events: [Event] = []
    do throws(StreamError) {
      guard let stream = try openedStream() else { return [] }
      if stream.isConnecting {
        try stream.connect(at: now)
        if stream.isConnecting { return [] }
      }
      if !hasOpened {
        hasOpened = true
        return [.opened]
      }
      if !output.isEmpty { output.removeFirst(try stream.write(output[...])) }
      for _ in 0..<Self.mostReads {
        let most = allowance?.bytes(at: now) ?? buffer.count
        guard most > 0 else { return events }
        switch try read(most, from: stream) {
        case .bytes(let count):
          allowance?.read(count)
          events.append(.bytes(buffer[..<count]))
        case .nothing: return events
        case .hungUp: return events + [.closed]
        }
      }
    } catch {
      events.append(.failed(error.reason))
    }
    return events
  }

  /// The stream; `nil` while it is being opened, or if that has failed.
  private func openedStream() throws(StreamError) -> (any ServerStream)? {
    if let opened = opening?.take() {
      opening = nil
      (stream, request) = try opened.get()
    }
    return stream
  }

  private func read(_ most: Int, from stream: any ServerStream) throws(StreamError) -> ReadOutcome {
    var result: Result<ReadOutcome, StreamError> = .success(.nothing)
    buffer.withUnsafeMutableBytes { bytes in
      let room = UnsafeMutableRawBufferPointer(rebasing: bytes.prefix(most))
      do throws(StreamError) { result = .success(try stream.read(into: room)) } catch {
        result = .failure(error)
      }
    }
    return try result.get()
  }
}
