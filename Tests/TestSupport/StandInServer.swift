// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Glibc

/// A server of lines on a Unix socket or a TCP port of this machine, which sends what a test tells it to send.
///
/// Its thread runs until ``stop()``.
// Proof of Sendable: what changes is guarded by the lock.
package final class StandInServer: @unchecked Sendable {
  // Proof: everything that changes is changed while `lock` is held; everything else is constant.
  private let lock = NSLock()
  private var peers: [CInt] = []
  private var requests: [String] = []
  private var count = 0
  private var isEnding = false
  private let listener: CInt
  private let greeting: String
  private let answer: @Sendable (String) -> String?
  private let path: String?
  private let isDone = DispatchSemaphore(value: 0)
  /// The TCP port; 0 for a unix socket.
  package let port: UInt16

  /// - Parameters:
  ///   - path: the path of a Unix socket; if `nil`, the server uses a TCP port of 127.0.0.1.
  ///   - greeting: sent at once to each client that connects.
  ///   - answer: returns what is sent in reply to a line; `nil` sends nothing.
  package init(
    path: String? = nil, greeting: String,
    answer: @escaping @Sendable (String) -> String? = { _ in nil }
  ) throws {
    self.path = path
    (self.greeting, self.answer) = (greeting, answer)
    let family = path == nil ? AF_INET : AF_UNIX
    listener = socket(family, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    guard listener >= 0, Self.bind(listener, path) == 0, listen(listener, 16) == 0 else {
      throw POSIXError(POSIXError.Code(rawValue: errno) ?? .EIO)
    }
    port = path == nil ? Self.port(of: listener) : 0
    let thread = Thread { [self] in run() }
    thread.start()
  }

  /// The lines that have been received from all clients.
  package var received: [String] { lock.withLock { requests } }
  /// The number of clients that have connected so far.
  package var connections: Int { lock.withLock { count } }

  /// Sends a text to all connected clients.
  package func send(_ text: String) {
    for peer in lock.withLock({ peers }) { Self.send(text, to: peer) }
  }

  /// Closes all connections, and keeps listening.
  package func hangUp() { for peer in lock.withLock({ peers }) { shutdown(peer, CInt(SHUT_RDWR)) } }

  /// Closes all connections and the socket, and waits until that is done.
  package func stop() {
    let isFirst = lock.withLock {
      defer { isEnding = true }
      return !isEnding
    }
    guard isFirst else { return }
    isDone.wait()
  }

  private func run() {
    var buffers: [CInt: [UInt8]] = [:]
    while !lock.withLock({ isEnding }) {
      let known = lock.withLock { peers }
      var ready = ([listener] + known).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&ready, nfds_t(ready.count), 5) > 0 else { continue }
      for peer in ready.dropFirst() where peer.revents != 0 { serve(peer.fd, &buffers) }
      if ready[0].revents != 0 { greet() }
    }
    for peer in lock.withLock({ peers }) { close(peer) }
    close(listener)
    if let path { unlink(path) }
    isDone.signal()
  }

  private func greet() {
    let peer = accept(listener, nil, nil)
    guard peer >= 0 else { return }
    lock.withLock {
      peers.append(peer)
      count += 1
    }
    Self.send(greeting, to: peer)
  }

  private func serve(_ peer: CInt, _ buffers: inout [CInt: [UInt8]]) {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = recv(peer, &bytes, bytes.count, 0)
    guard count > 0 else {
      lock.withLock { peers.removeAll { $0 == peer } }
      buffers[peer] = nil
      close(peer)
      return
    }
    var buffer = buffers[peer, default: []] + bytes.prefix(count)
    while let end = buffer.firstIndex(of: 0x0A) {
      let line = String(decoding: buffer[..<end], as: UTF8.self)
      buffer.removeSubrange(...end)
      // Before the answer, so that who has heard it finds the line among the received ones.
      lock.withLock { requests.append(line) }
      if let text = answer(line) { Self.send(text, to: peer) }
    }
    buffers[peer] = buffer
  }

  private static func send(_ text: String, to peer: CInt) {
    let bytes = Array(text.utf8)
    _ = Glibc.send(peer, bytes, bytes.count, CInt(MSG_NOSIGNAL))
  }

  private static func bind(_ listener: CInt, _ path: String?) -> CInt {
    guard let path else {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      return withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          Glibc.bind(listener, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
    }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  private static func port(of listener: CInt) -> UInt16 {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(listener, $0, &size) }
    }
    return UInt16(bigEndian: address.sin_port)
  }
}
