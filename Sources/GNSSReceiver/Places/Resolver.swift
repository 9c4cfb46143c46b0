// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// An internet address with a port.
struct Endpoint: Hashable, Sendable {
  /// `AF_INET` or `AF_INET6`.
  let family: CInt
  /// A `sockaddr` of that family.
  private let bytes: [UInt8]

  init(_ info: addrinfo) {
    family = info.ai_family
    bytes = Array(
      UnsafeRawBufferPointer(start: info.ai_addr, count: Int(info.ai_addrlen)))
  }

  func withAddress(_ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt) -> CInt {
    bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return -1 }
      return body(base.assumingMemoryBound(to: sockaddr.self), socklen_t(buffer.count))
    }
  }

  /// Asks the system for the addresses of a host, which may take a long time.
  ///
  /// - Parameters:
  ///   - host: a name or an address; `nil` is every address of this machine, to listen on.
  ///   - address: its name in messages.
  static func lookUp(
    _ host: String?, _ port: UInt16, isDatagram: Bool, _ address: String
  ) throws(NetworkError) -> [Endpoint] {
    var hints = addrinfo()
    hints.ai_socktype = CInt((isDatagram ? SOCK_DGRAM : SOCK_STREAM).rawValue)
    hints.ai_flags = host == nil ? AI_PASSIVE : AI_ADDRCONFIG
    var list: UnsafeMutablePointer<addrinfo>?
    let result = getaddrinfo(host, String(port), &hints, &list)
    defer { if let list { freeaddrinfo(list) } }
    guard result == 0 else {
      throw NetworkError(.unknownHost(String(cString: gai_strerror(result)).lowercased()), address)
    }
    var endpoints: [Endpoint] = []
    var next = list
    while let info = next?.pointee {
      endpoints.append(Endpoint(info))
      next = info.ai_next
    }
    // An IPv6 socket that listens on every address accepts IPv4, too.
    return host == nil ? endpoints.sorted { $0.family > $1.family } : endpoints
  }
}

/// Looks up a host on a thread of its own, since it can take half a minute to learn that a name does not exist.
final class Resolver: Sendable {
  private let found = Mutex<Result<[Endpoint], NetworkError>?>(nil)

  /// Starts the lookup, and wakes the waiting thread when it is complete.
  init(_ host: String?, _ port: UInt16, isDatagram: Bool, _ address: String, wakeUp: WakeUp) {
    // Detached: no thread must wait for a name server that does not answer.
    POSIXThread.detach { [self] in
      let result = Result { () throws(NetworkError) in
        try Endpoint.lookUp(host, port, isDatagram: isDatagram, address)
      }
      found.withLock { $0 = result }
      wakeUp.signal()
    }
  }

  /// The result; `nil` while the lookup is in progress.
  var result: Result<[Endpoint], NetworkError>? { found.withLock { $0 } }
}
