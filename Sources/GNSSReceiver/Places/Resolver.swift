// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// An address and a port of the internet.
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

  /// Asks the system for the addresses of a host, which may take long.
  ///
  /// - Parameters:
  ///   - host: a name or an address; `nil` is every address of this machine, to listen on.
  ///   - address: what it is called in messages.
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
    // Who listens on everything listens on both kinds by the newer one.
    return host == nil ? endpoints.sorted { $0.family > $1.family } : endpoints
  }
}

/// Looks up a host on a thread of its own: names may take half a minute not to be found.
final class Resolver: Sendable {
  private let found = Mutex<Result<[Endpoint], NetworkError>?>(nil)

  /// Begins, and wakes the waiting thread when it is done.
  init(_ host: String?, _ port: UInt16, isDatagram: Bool, _ address: String, wakeUp: WakeUp) {
    // Detached: a name server that does not answer must not keep anybody waiting.
    POSIXThread.detach { [self] in
      let result = Result { () throws(NetworkError) in
        try Endpoint.lookUp(host, port, isDatagram: isDatagram, address)
      }
      found.withLock { $0 = result }
      wakeUp.signal()
    }
  }

  /// What was found; `nil` while it is being looked up.
  var result: Result<[Endpoint], NetworkError>? { found.withLock { $0 } }
}
