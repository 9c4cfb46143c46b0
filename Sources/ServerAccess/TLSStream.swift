// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
package import LinuxSystem

/// An encrypted connection over another connection.
package final class TLSStream: ServerStream {
  private let socket: any ServerStream
  private let session: TLSSession
  private let name: String
  /// Encrypted bytes that the socket has not accepted yet.
  private var output: ArraySlice<UInt8> = []
  /// When the handshake has taken too long; `nil` before it began.
  private var handshakeEnd: Duration?
  private var hasHungUp = false
  private var buffer = [UInt8](repeating: 0, count: 8192)

  /// How long a server may take for the handshake.
  private static let patience: Duration = .seconds(15)
  /// How many pieces are received until one has to contain data: a record of 16 KiB takes three.
  private static let mostPieces = 8

  /// - Parameters:
  ///   - socket: the connection to the server, which may still be connecting.
  ///   - name: the server's address in messages, without secrets.
  package init(
    over socket: any ServerStream, to server: ServerAddress, named name: String,
    _ certificates: TrustedCertificates
  ) throws(StreamError) {
    (self.socket, self.name) = (socket, name)
    session = try TLSSession(to: server, named: name, certificates)
  }

  package var isConnecting: Bool { socket.isConnecting || !session.isEstablished }
  package var due: Duration? { isConnecting ? earlier(socket.due, handshakeEnd) : nil }
  package var hasUnreadBytes: Bool { session.hasUnreadBytes }

  package func watch(_ watched: inout Reactor.Watched, for events: CInt) {
    let own = (session.isEstablished ? events : POLLIN) | (output.isEmpty ? 0 : POLLOUT)
    socket.watch(&watched, for: own)
  }

  package func connect(at now: Duration) throws(StreamError) {
    if socket.isConnecting {
      try socket.connect(at: now)
      if socket.isConnecting { return }
    }
    let end = handshakeEnd ?? now + Self.patience
    handshakeEnd = end
    repeat {
      try session.establish()
      try flush()
      if session.isEstablished { return }
    } while try receive()
    if hasHungUp {
      throw StreamError("cannot reach \(name): it closed the connection; check that it speaks TLS")
    }
    if now >= end {
      throw StreamError("cannot reach \(name): no answer within 15 s; check that it speaks TLS")
    }
  }

  package func read(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(StreamError) -> ReadOutcome {
    try flush()
    // A server that sends session tickets without end must not keep the thread.
    for _ in 0..<Self.mostPieces {
      let outcome = try session.read(into: buffer)
      if outcome != .nothing { return outcome }
      if try !receive() { return hasHungUp ? .hungUp : .nothing }
    }
    return try session.read(into: buffer)
  }

  package func write(_ bytes: ArraySlice<UInt8>) throws(StreamError) -> Int {
    try flush()
    let count = try session.write(bytes)
    try flush()
    return count
  }

  /// Sends the encrypted bytes that the socket accepts.
  private func flush() throws(StreamError) {
    repeat {
      if output.isEmpty { output = session.takeOutput()[...] }
      if output.isEmpty { return }
      output.removeFirst(try socket.write(output))
    } while output.isEmpty
  }

  /// Passes received bytes to the session; returns whether there were any.
  private func receive() throws(StreamError) -> Bool {
    if hasHungUp { return false }
    let outcome = try buffer.withUnsafeMutableBufferPointer {
      bytes throws(StreamError) -> ReadOutcome in
      try socket.read(into: UnsafeMutableRawBufferPointer(bytes))
    }
    switch outcome {
    case .bytes(let count):
      buffer.withUnsafeBytes { session.received(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      return true
    case .nothing: return false
    case .hungUp:
      hasHungUp = true
      return false
    }
  }
}

/// Why a connection to a server cannot be made, or has failed, as one line.
package struct StreamError: Error, Hashable, Sendable {
  package let reason: String

  package init(_ reason: String) { self.reason = reason }
}

/// A connection to a server that is driven by one thread and never waits; releasing it closes it.
package protocol ServerStream: AnyObject {
  /// Whether it is still connecting; ``connect(at:)`` is then called when ``due`` has come, or a descriptor is ready.
  var isConnecting: Bool { get }
  /// When to call ``connect(at:)`` if nothing happens before then; `nil` for never.
  var due: Duration? { get }
  /// Whether bytes may be readable although no descriptor is ready.
  var hasUnreadBytes: Bool { get }

  /// Adds the descriptors to wait for: what connecting takes, or the connection, for the given events.
  func watch(_ watched: inout Reactor.Watched, for events: CInt)
  func connect(at now: Duration) throws(StreamError)
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(StreamError) -> ReadOutcome
  /// Writes as much as is accepted at once, and returns how much that is.
  func write(_ bytes: ArraySlice<UInt8>) throws(StreamError) -> Int
}
