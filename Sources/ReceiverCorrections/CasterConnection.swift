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

/// How much may be read of a sender that may never pause: a bucket that fills as fast as the receiver's line can be
/// written to, and somewhat faster.
///
/// A stream that is only somewhat too fast for the line is read whole, so that the oldest of it is dropped and the newest
/// written; if it waited in the kernel instead, the receiver would get corrections that are minutes old.
struct ReadAllowance {
  /// Bytes a second.
  private var rate: Double
  private var available = Self.most
  private var time: Duration

  /// What may be read at once, bytes: more than a caster keeps for a client whose network stalled.
  static let most = 131_072.0
  /// Bytes a second that are always allowed, ten times what a base with every constellation sends; the line of a USB
  /// receiver takes more than its baud rate, and that of one in the network has none.
  static let least = 32_768.0
  /// Fewer bytes than that are not worth a wake-up.
  private static let piece = 4096.0

  /// - Parameter line: the baud rate of the receiver's line; `nil` if it has none, or is not known.
  init(for line: UInt32?, at now: Duration) { (rate, time) = (Self.rate(for: line), now) }

  private static func rate(for line: UInt32?) -> Double {
    // Ten bits a byte.
    max(least, 2 * Double(line ?? 0) / 10)
  }

  /// Records that the receiver's line has this baud rate from now on.
  mutating func lineChanged(to line: UInt32?, at now: Duration) {
    fill(until: now)
    rate = Self.rate(for: line)
  }

  /// Returns how many bytes may be read now.
  mutating func bytes(at now: Duration) -> Int {
    fill(until: now)
    return due == nil ? Int(available) : 0
  }

  mutating func read(_ count: Int) { available -= Double(count) }

  /// When something may be read again; `nil` if that is so already.
  var due: Duration? {
    available < Self.piece ? time + .seconds((Self.piece - available) / rate) : nil
  }

  private mutating func fill(until now: Duration) {
    available = min(available + rate * (max(now - time, .zero) / .seconds(1)), Self.most)
    time = max(time, now)
  }
}
