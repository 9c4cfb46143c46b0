// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// Looks up the addresses of a host on its own thread, since it can take half a minute to learn that there are none.
package final class HostLookUp: Sendable {
  /// Why a host has no addresses, in the C library's words.
  package struct Failure: Error, Hashable, Sendable {
    package let reason: String
  }

  private let found = Mutex<Result<[InternetAddress], Failure>?>(nil)

  /// Starts to look up a host.
  ///
  /// - Parameters:
  ///   - place: a name or an address; with an empty host, all addresses of this machine, to listen on.
  ///   - isDatagram: whether the addresses are for datagrams rather than for connections.
  ///   - finish: called on that thread when there is a result.
  package init(
    _ place: HostAndPort, isDatagram: Bool = false, then finish: @escaping @Sendable () -> Void
  ) {
    // Detached: no thread must wait for a name server that does not answer.
    POSIXThread.detach { [self] in
      let result = Result { () throws(Failure) in
        try Self.addresses(of: place, isDatagram: isDatagram)
      }
      found.withLock { $0 = result }
      finish()
    }
  }

  /// - Parameter wakeUp: signaled when there is a result.
  package convenience init(_ place: HostAndPort, isDatagram: Bool = false, waking wakeUp: WakeUp) {
    self.init(place, isDatagram: isDatagram) { wakeUp.signal() }
  }

  /// The addresses, the best first; `nil` while they are being looked up.
  package var result: Result<[InternetAddress], Failure>? { found.withLock { $0 } }

  /// Looks up a host, and waits for the answer.
  package static func addresses(
    of place: HostAndPort, isDatagram: Bool = false
  ) throws(Failure) -> [InternetAddress] {
    let host = place.host.isEmpty ? nil : place.host
    var hints = addrinfo()
    hints.ai_socktype = CInt((isDatagram ? SOCK_DGRAM : SOCK_STREAM).rawValue)
    hints.ai_flags = host == nil ? AI_PASSIVE : AI_ADDRCONFIG
    var list: UnsafeMutablePointer<addrinfo>?
    let result = getaddrinfo(host, String(place.port), &hints, &list)
    var next = list
    defer { if let list { freeaddrinfo(list) } }
    guard result == 0 else {
      throw Failure(reason: String(cString: gai_strerror(result)).lowercased())
    }
    var addresses: [InternetAddress] = []
    while let info = next?.pointee {
      let bytes = UnsafeRawBufferPointer(start: info.ai_addr, count: Int(info.ai_addrlen))
      if let address = InternetAddress(bytes) { addresses.append(address) }
      next = info.ai_next
    }
    // An IPv6 socket that listens on every address accepts IPv4, too.
    return host == nil ? addresses.filter(\.isIPv6) + addresses.filter { !$0.isIPv6 } : addresses
  }
}
