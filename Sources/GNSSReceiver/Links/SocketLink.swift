// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import SerialLine

/// A socket: a connection to a server, or a port that datagrams come to.
final class SocketLink: Link {
  private(set) var descriptor: CInt
  private(set) var isConnecting: Bool
  private let address: String
  private let isDatagram: Bool
  /// Addresses of the same host that have not been tried.
  private var further: ArraySlice<Endpoint> = []

  /// - Parameter address: what it is called in messages.
  private init(_ descriptor: CInt, _ address: String, isDatagram: Bool) {
    self.descriptor = descriptor
    self.address = address
    self.isDatagram = isDatagram
    isConnecting = !isDatagram
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Begins to connect to a server.
  ///
  /// - Parameter endpoints: the addresses of one host, tried in this order until one answers.
  static func connecting(
    to endpoints: [Endpoint], _ address: String
  ) throws(SourceError) -> SocketLink {
    let link = SocketLink(-1, address, isDatagram: false)
    link.further = endpoints[...]
    try link.tryNext(after: NetworkError(.unreachable, address))
    return link
  }

  /// Begins to connect to the next address that does not say no at once.
  ///
  /// - Throws: when there is none, why the one before it said no.
  private func tryNext(after refusal: NetworkError) throws(SourceError) {
    var refusal = refusal
    while let endpoint = further.popFirst() {
      do throws(NetworkError) {
        let next = try Self.socket(for: endpoint, SOCK_STREAM, address)
        if descriptor >= 0 { close(descriptor) }
        descriptor = next
        return try beginToConnect(to: endpoint)
      } catch {
        refusal = error
      }
    }
    throw .network(refusal)
  }

  private func beginToConnect(to endpoint: Endpoint) throws(NetworkError) {
    // A server that vanished without a word is noticed after two minutes.
    set(SOL_SOCKET, SO_KEEPALIVE, 1)
    set(CInt(IPPROTO_TCP), TCP_KEEPIDLE, 60)
    set(CInt(IPPROTO_TCP), TCP_KEEPINTVL, 20)
    set(CInt(IPPROTO_TCP), TCP_KEEPCNT, 3)
    let result = endpoint.withAddress { Glibc.connect(descriptor, $0, $1) }
    guard result == 0 || errno == EINPROGRESS || errno == EINTR else {
      throw NetworkError(errno: errno, address)
    }
  }

  /// Listens for datagrams.
  static func listening(on endpoint: Endpoint, _ address: String) throws(SourceError) -> SocketLink
  {
    do throws(NetworkError) {
      let descriptor = try socket(for: endpoint, SOCK_DGRAM, address)
      let link = SocketLink(descriptor, address, isDatagram: true)
      // Both kinds of addresses where the machine has both.
      if endpoint.family == AF_INET6 { link.set(CInt(IPPROTO_IPV6), IPV6_V6ONLY, 0) }
      guard endpoint.withAddress({ bind(descriptor, $0, $1) }) == 0 else {
        throw NetworkError(errno: errno, address)
      }
      return link
    } catch {
      throw .network(error)
    }
  }

  private static func socket(
    for endpoint: Endpoint, _ type: __socket_type, _ address: String
  ) throws(NetworkError) -> CInt {
    let flags = CInt(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = Glibc.socket(endpoint.family, CInt(type.rawValue) | flags, 0)
    guard descriptor >= 0 else { throw NetworkError(errno: errno, address) }
    return descriptor
  }

  private func set(_ level: CInt, _ option: CInt, _ value: CInt) {
    var value = value
    setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<CInt>.size))
  }

  var interest: Int16 { Int16(isConnecting ? POLLOUT : POLLIN) }

  func connect() throws(SourceError) {
    guard isConnecting else { return }
    var number: CInt = 0
    var size = socklen_t(MemoryLayout<CInt>.size)
    getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &number, &size)
    guard number == 0 else { return try tryNext(after: NetworkError(errno: number, address)) }
    isConnecting = false
    further = []
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(SourceError) -> SerialPort.Reading {
    let count = retryingOnInterrupt { recv(descriptor, buffer.baseAddress, buffer.count, 0) }
    if count > 0 { return .bytes(count) }
    // An empty datagram is one; the end of a stream is its end.
    if count == 0 { return isDatagram ? .nothing : .unplugged }
    switch errno {
    case EAGAIN: return .nothing
    case ECONNRESET, EPIPE: return .unplugged
    default: throw .network(NetworkError(errno: errno, address))
    }
  }
}
