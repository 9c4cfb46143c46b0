// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// A socket: a connection to a server, or a port that datagrams come to.
final class SocketLink: Link {
  private(set) var descriptor: CInt = -1
  private var stage: Stage
  /// What it is called in messages.
  private let address: String
  private let isDatagram: Bool
  /// What is sent once it is connected: a line or two, for which an empty buffer always has room.
  var request: [UInt8] = []

  private enum Stage {
    /// The addresses of the host are being looked up.
    case lookingUp(Resolver)
    /// An address has not answered yet; those that have not been tried.
    case connecting(further: ArraySlice<Endpoint>)
    case open
  }

  /// Connects to the host that is being looked up, or listens for datagrams on its address.
  ///
  /// - Parameter address: what it is called in messages.
  init(_ resolver: Resolver, _ address: String, isDatagram: Bool) {
    stage = .lookingUp(resolver)
    self.address = address
    self.isDatagram = isDatagram
  }

  /// Begins to connect to a server.
  ///
  /// - Parameter endpoints: the addresses of one host, tried in this order until one answers.
  init(to endpoints: [Endpoint], _ address: String, at now: Duration) throws(SourceError) {
    stage = .connecting(further: endpoints[...])
    self.address = address
    isDatagram = false
    try tryNext(after: NetworkError(.unreachable, address), at: now)
  }

  /// Takes over a socket that is connected.
  init(connected descriptor: CInt, sending request: [UInt8], _ address: String) {
    self.descriptor = descriptor
    stage = .open
    self.address = address
    isDatagram = false
    self.request = request
    sendRequest()
  }

  /// What cannot be sent, because the peer has gone already, is noticed when reading.
  private func sendRequest() {
    if request.isEmpty { return }
    _ = send(descriptor, request, request.count, CInt(MSG_NOSIGNAL))
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  var isConnecting: Bool { if case .open = stage { false } else { true } }

  /// When the next address has its turn; an answer that comes later than that is not waited for.
  private(set) var connectDeadline: Duration?

  func connect(at now: Duration) throws(SourceError) {
    switch stage {
    case .open: break
    case .lookingUp(let resolver):
      guard let result = resolver.result else { return }
      do throws(NetworkError) {
        let endpoints = try result.get()
        if isDatagram { return try listen(on: endpoints) }
        stage = .connecting(further: endpoints[...])
      } catch {
        throw .network(error)
      }
      try tryNext(after: NetworkError(.unreachable, address), at: now)
    case .connecting:
      var ready = [pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)]
      guard wait(for: &ready, until: .zero) else {
        if let connectDeadline, now >= connectDeadline {
          try tryNext(after: NetworkError(.unreachable, address), at: now)
        }
        return
      }
      var number: CInt = 0
      var size = socklen_t(MemoryLayout<CInt>.size)
      getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &number, &size)
      if number != 0 { return try tryNext(after: NetworkError(errno: number, address), at: now) }
      stage = .open
      connectDeadline = nil
      sendRequest()
    }
  }

  /// Begins to connect to the next address that does not refuse at once.
  ///
  /// - Throws: when there is none, why the one before it refused.
  private func tryNext(after refusal: NetworkError, at now: Duration) throws(SourceError) {
    guard case .connecting(var further) = stage else { return }
    var refusal = refusal
    while let endpoint = further.popFirst() {
      do throws(NetworkError) {
        let next = try Self.socket(for: endpoint, SOCK_STREAM, address)
        if descriptor >= 0 { close(descriptor) }
        descriptor = next
        try beginToConnect(to: endpoint)
        stage = .connecting(further: further)
        connectDeadline = now + (further.isEmpty ? Self.lastPatience : Self.patience)
        return
      } catch {
        refusal = error
      }
    }
    throw .network(refusal)
  }

  /// How long an address may take to answer while there is another one to try, and how long the last one may.
  static let patience: Duration = .seconds(5)
  static let lastPatience: Duration = .seconds(30)

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

  /// Listens for datagrams on the first address.
  private func listen(on endpoints: [Endpoint]) throws(NetworkError) {
    guard let endpoint = endpoints.first else { throw NetworkError(.unreachable, address) }
    descriptor = try Self.socket(for: endpoint, SOCK_DGRAM, address)
    // Both kinds of addresses where the machine has both.
    if endpoint.family == AF_INET6 { set(CInt(IPPROTO_IPV6), IPV6_V6ONLY, 0) }
    guard endpoint.withAddress({ bind(descriptor, $0, $1) }) == 0 else {
      throw NetworkError(errno: errno, address)
    }
    stage = .open
  }

  private static func socket(
    for endpoint: Endpoint, _ type: __socket_type, _ address: String
  ) throws(NetworkError) -> CInt {
    let flags = CInt(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = movedAboveStandard(
      Glibc.socket(endpoint.family, CInt(type.rawValue) | flags, 0))
    guard descriptor >= 0 else { throw NetworkError(errno: errno, address) }
    return descriptor
  }

  private func set(_ level: CInt, _ option: CInt, _ value: CInt) {
    var value = value
    setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<CInt>.size))
  }

  func discardInput() {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    // Bounded, for a sender that never pauses.
    for _ in 0..<256 where retryingOnInterrupt({ recv(descriptor, &buffer, buffer.count, 0) }) <= 0
    {
      return
    }
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(SourceError) -> ReadOutcome {
    let count = retryingOnInterrupt { recv(descriptor, buffer.baseAddress, buffer.count, 0) }
    if count > 0 { return .bytes(count) }
    // An empty datagram is one; the end of a stream is its end.
    if count == 0 { return isDatagram ? .nothing : .hungUp }
    switch errno {
    case EAGAIN: return .nothing
    case ECONNRESET, EPIPE: return .hungUp
    default: throw .network(NetworkError(errno: errno, address))
    }
  }
}
