// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
package import LinuxSystem

/// A socket: a connection to a server, or a port on which datagrams arrive.
package final class SocketConnection: Connection {
  package private(set) var descriptor: CInt = -1
  private var stage: Stage
  /// Its name in messages.
  private let address: String
  private let isDatagram: Bool
  /// What is sent once connected: a line or two, for which an empty buffer always has room.
  var request: [UInt8] = []

  private enum Stage {
    /// The host's addresses are being looked up.
    case lookingUp(HostLookUp)
    /// The addresses, when to try them, and the descriptors of the attempts by address.
    case connecting([InternetAddress], ConnectionRace, [Int: CInt])
    case open
  }

  /// Connects to the host that is being looked up, or listens for datagrams on its address.
  ///
  /// - Parameter address: its name in messages.
  package init(_ lookUp: HostLookUp, _ address: String, isDatagram: Bool = false) {
    stage = .lookingUp(lookUp)
    self.address = address
    self.isDatagram = isDatagram
  }

  /// Starts connecting to a server.
  ///
  /// - Parameter endpoints: the addresses of one host, tried in this order until one answers.
  package init(
    to endpoints: [InternetAddress], _ address: String, at now: Duration
  ) throws(SourceError) {
    stage = .connecting(endpoints, ConnectionRace(count: endpoints.count), [:])
    self.address = address
    isDatagram = false
    try race(at: now)
  }

  /// Takes over a connected socket.
  init(connected descriptor: CInt, sending request: [UInt8], _ address: String) {
    self.descriptor = descriptor
    stage = .open
    self.address = address
    isDatagram = false
    self.request = request
    sendRequest()
  }

  deinit {
    for attempt in attempts { close(attempt) }
    if descriptor >= 0 { close(descriptor) }
  }

  /// Sends the request; if the peer has already gone, reading will show it.
  private func sendRequest() {
    if request.isEmpty { return }
    _ = send(descriptor, request, request.count, CInt(MSG_NOSIGNAL))
  }

  package var isConnecting: Bool { if case .open = stage { false } else { true } }

  /// When the next address is due, or an attempt has taken too long.
  package var connectDeadline: Duration? {
    if case .connecting(_, let race, _) = stage { race.deadline } else { nil }
  }

  /// The descriptors of the addresses that are being tried.
  package var attempts: [CInt] {
    if case .connecting(_, _, let attempts) = stage { Array(attempts.values) } else { [] }
  }

  package func connect(at now: Duration) throws(SourceError) {
    switch stage {
    case .open: break
    case .lookingUp(let lookUp):
      switch lookUp.result {
      case nil: return
      case .failure(let error)?:
        throw .network(NetworkError(.unknownHost(error.reason), address))
      case .success(let endpoints)? where isDatagram: try listen(on: endpoints)
      case .success(let endpoints)?:
        stage = .connecting(endpoints, ConnectionRace(count: endpoints.count), [:])
        try race(at: now)
      }
    case .connecting: try race(at: now)
    }
  }

  /// Uses the first address that has answered, gives up those that refused or took too long, and starts others.
  ///
  /// - Throws: when no address is left, why the last one was given up.
  private func race(at now: Duration) throws(SourceError) {
    guard case .connecting(let endpoints, var race, var attempts) = stage else { return }
    var refusal = NetworkError(.unreachable, address)
    func giveUp(_ number: Int, because error: NetworkError) {
      refusal = error
      race.failed(number, at: now)
      if let attempt = attempts.removeValue(forKey: number) { close(attempt) }
    }
    for number in race.pending {
      guard let attempt = attempts[number], let result = Self.outcome(of: attempt) else { continue }
      if result != 0 {
        giveUp(number, because: NetworkError(errno: result, address))
        continue
      }
      attempts[number] = nil
      for other in attempts.values { close(other) }
      descriptor = attempt
      stage = .open
      return sendRequest()
    }
    while let number = race.expired(at: now) {
      giveUp(number, because: NetworkError(.unreachable, address))
    }
    while let number = race.begin(at: now) {
      do throws(NetworkError) {
        attempts[number] = try beginToConnect(to: endpoints[number])
      } catch {
        giveUp(number, because: error)
      }
    }
    stage = .connecting(endpoints, race, attempts)
    if race.isLost { throw .network(refusal) }
  }

  /// Returns the outcome of an attempt: 0 if it is connected, an error number if it failed, `nil` while it is pending.
  private static func outcome(of attempt: CInt) -> CInt? {
    guard isWritable(attempt, by: .zero) else { return nil }
    var number: CInt = 0
    var size = socklen_t(MemoryLayout<CInt>.size)
    getsockopt(attempt, SOL_SOCKET, SO_ERROR, &number, &size)
    return number
  }

  /// Starts connecting to an address, and returns the descriptor of the attempt.
  private func beginToConnect(to endpoint: InternetAddress) throws(NetworkError) -> CInt {
    let attempt = try Self.socket(for: endpoint, SOCK_STREAM, address)
    // Detects within two minutes a server that vanished without closing the connection.
    Self.set(attempt, SOL_SOCKET, SO_KEEPALIVE, 1)
    Self.set(attempt, CInt(IPPROTO_TCP), TCP_KEEPIDLE, 60)
    Self.set(attempt, CInt(IPPROTO_TCP), TCP_KEEPINTVL, 20)
    Self.set(attempt, CInt(IPPROTO_TCP), TCP_KEEPCNT, 3)
    let result = endpoint.withAddress { Glibc.connect(attempt, $0, $1) }
    guard result == 0 || errno == EINPROGRESS || errno == EINTR else {
      let error = NetworkError(errno: errno, address)
      close(attempt)
      throw error
    }
    return attempt
  }

  /// Listens for datagrams on the first address.
  private func listen(on endpoints: [InternetAddress]) throws(SourceError) {
    do throws(NetworkError) {
      guard let endpoint = endpoints.first else { throw NetworkError(.unreachable, address) }
      descriptor = try Self.socket(for: endpoint, SOCK_DGRAM, address)
      // Accepts IPv4 and IPv6 where the machine has both.
      if endpoint.isIPv6 { Self.set(descriptor, CInt(IPPROTO_IPV6), IPV6_V6ONLY, 0) }
      guard endpoint.withAddress({ bind(descriptor, $0, $1) }) == 0 else {
        throw NetworkError(errno: errno, address)
      }
    } catch {
      throw .network(error)
    }
    stage = .open
  }

  private static func socket(
    for endpoint: InternetAddress, _ type: __socket_type, _ address: String
  ) throws(NetworkError) -> CInt {
    let flags = CInt(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = movedAboveStandard(
      Glibc.socket(endpoint.family, CInt(type.rawValue) | flags, 0))
    guard descriptor >= 0 else { throw NetworkError(errno: errno, address) }
    return descriptor
  }

  private static func set(
    _ descriptor: CInt, _ level: CInt, _ option: CInt, _ value: CInt
  ) {
    var value = value
    setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<CInt>.size))
  }

  package func write(_ bytes: ArraySlice<UInt8>) throws(SourceError) -> Int? {
    if isDatagram { return nil }
    let count = bytes.withUnsafeBytes { all in
      retryingOnInterrupt {
        send(descriptor, all.baseAddress, all.count, CInt(MSG_NOSIGNAL | MSG_DONTWAIT))
      }
    }
    if count >= 0 { return count }
    if errno == EAGAIN { return 0 }
    throw .network(NetworkError(errno: errno, address))
  }

  package func discardInput() {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    // Bounded, in case a sender never pauses.
    for _ in 0..<256 where retryingOnInterrupt({ recv(descriptor, &buffer, buffer.count, 0) }) <= 0
    {
      return
    }
  }

  package func read(
    into buffer: UnsafeMutableRawBufferPointer
  ) throws(SourceError) -> ReadOutcome {
    let count = retryingOnInterrupt { recv(descriptor, buffer.baseAddress, buffer.count, 0) }
    if count > 0 { return .bytes(count) }
    // A datagram may be empty; on a stream, zero bytes mean its end.
    if count == 0 { return isDatagram ? .nothing : .hungUp }
    switch errno {
    case EAGAIN: return .nothing
    case ECONNRESET, EPIPE: return .hungUp
    default: throw .network(NetworkError(errno: errno, address))
    }
  }
}

/// Decides when each address of a server is tried and when it is given up; the first that answers is used.
///
/// The next address is started while earlier ones are pending, as RFC 8305 ("Happy Eyeballs") recommends. A race knows
/// the addresses only by number, opens nothing and reads no clock.
struct ConnectionRace {
  /// How long an address is tried alone before the next one is started in parallel.
  static let headStart: Duration = .milliseconds(250)
  /// How long an address may take to answer while others are left, and how long the last one may take.
  static let patience: Duration = .seconds(5)
  static let lastPatience: Duration = .seconds(30)

  private struct Attempt {
    let address: Int
    let begun: Duration
  }

  private var further: Range<Int>
  private var attempts: [Attempt] = []
  /// The earliest time at which the next address may be started.
  private var nextStart: Duration = .zero

  /// - Parameter count: the number of addresses.
  init(count: Int) { further = 0..<count }

  /// Addresses that have been started and not given up, the earliest first.
  var pending: [Int] { attempts.map(\.address) }

  /// Whether no address is left.
  var isLost: Bool { attempts.isEmpty && further.isEmpty }

  /// When to call ``expired(at:)`` and ``begin(at:)`` again; `nil` for never.
  var deadline: Duration? {
    let ends = attempts.first.map { $0.begun + patience }
    return [ends, further.isEmpty ? nil : nextStart].compactMap(\.self).min()
  }

  /// Returns the address to start now; `nil` if none is due.
  mutating func begin(at now: Duration) -> Int? {
    guard attempts.isEmpty || now >= nextStart, let next = further.popFirst() else { return nil }
    attempts.append(Attempt(address: next, begun: now))
    nextStart = now + Self.headStart
    return next
  }

  /// Gives up an address that has refused or timed out; the next one need not wait any longer.
  mutating func failed(_ address: Int, at now: Duration) {
    attempts.removeAll { $0.address == address }
    nextStart = min(nextStart, now)
  }

  /// Returns the first address that has taken too long; `nil` if none has.
  func expired(at now: Duration) -> Int? {
    guard let first = attempts.first, now >= first.begun + patience else { return nil }
    return first.address
  }

  /// The time allowed for the first of the pending addresses, which was started before the others.
  private var patience: Duration {
    attempts.count == 1 && further.isEmpty ? Self.lastPatience : Self.patience
  }
}
