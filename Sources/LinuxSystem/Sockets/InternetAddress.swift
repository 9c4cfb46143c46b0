// Core Location for Linux. SPDX-License-Identifier: MIT

package import Glibc

package struct InternetAddress: Hashable, Sendable {
  /// In network order: the 4 bytes of an IPv4 address, also if it was mapped to IPv6, or the 16 of an IPv6 address.
  package let bytes: [UInt8]
  package let port: UInt16
  /// The number of the network interface of a link-local address; 0 for any other.
  private let interface: UInt32

  private static let mapped: [UInt8] = Array(repeating: 0, count: 10) + [0xFF, 0xFF]

  package init(_ bytes: [UInt8], port: UInt16, interface: UInt32 = 0) {
    let isMapped = bytes.count == 16 && bytes.starts(with: Self.mapped)
    self.bytes = isMapped ? Array(bytes[12...]) : bytes
    (self.port, self.interface) = (port, interface)
  }

  /// Reads a numeric address, such as `127.0.0.1` or `fe80::1`; `nil` for anything else, such as a name.
  package init?(_ text: String, port: UInt16 = 0) {
    var bytes = [UInt8](repeating: 0, count: 16)
    if inet_pton(AF_INET, text, &bytes) == 1 {
      self.init(Array(bytes.prefix(4)), port: port)
    } else if inet_pton(AF_INET6, text, &bytes) == 1 {
      self.init(bytes, port: port)
    } else {
      return nil
    }
  }

  /// Reads a `sockaddr`; `nil` if it is of another family.
  init?(_ address: UnsafeRawBufferPointer) {
    guard address.count >= MemoryLayout<sockaddr_in>.size else { return nil }
    let port = UInt16(address[2]) << 8 | UInt16(address[3])
    switch CInt(address.load(as: sa_family_t.self)) {
    case AF_INET: self.init(Array(address[4..<8]), port: port)
    case AF_INET6 where address.count >= MemoryLayout<sockaddr_in6>.size:
      self.init(
        Array(address[8..<24]), port: port,
        interface: address.load(fromByteOffset: 24, as: UInt32.self))
    default: return nil
    }
  }

  /// Reads an address of a socket; `nil` if that is not a socket of the internet.
  ///
  /// - Parameter query: `getsockname` or `getpeername`.
  package init?(
    of socket: CInt,
    _ query: (CInt, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> CInt
  ) {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let result = withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { query(socket, $0, &length) }
    }
    guard result == 0, let address = withUnsafeBytes(of: storage, { Self($0) }) else { return nil }
    self = address
  }

  package var isIPv6: Bool { bytes.count == 16 }

  /// Whether only this machine can use it.
  package var isLoopback: Bool {
    isIPv6 ? bytes == Array(repeating: 0, count: 15) + [1] : bytes.first == 127
  }

  package var family: CInt { isIPv6 ? AF_INET6 : AF_INET }

  /// Calls a closure with the address in the form of system calls.
  package func withAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result
  {
    var storage = sockaddr_storage()
    storage.ss_family = sa_family_t(family)
    withUnsafeMutableBytes(of: &storage) { raw in
      raw.storeBytes(of: port.bigEndian, toByteOffset: 2, as: UInt16.self)
      // An IPv6 address is preceded by a flow label.
      for (index, byte) in bytes.enumerated() { raw[(isIPv6 ? 8 : 4) + index] = byte }
      if isIPv6 { raw.storeBytes(of: interface, toByteOffset: 24, as: UInt32.self) }
    }
    let length = isIPv6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
    return withUnsafePointer(to: storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(length)) }
    }
  }
}

extension InternetAddress {
  /// The addresses of this machine at which others in its networks can reach it: neither loopback nor link-local.
  package static var ofThisMachine: [InternetAddress] {
    var first: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&first) == 0 else { return [] }
    defer { freeifaddrs(first) }
    return sequence(first: first, next: { $0?.pointee.ifa_next }).compactMap { entry in
      guard let address = entry?.pointee.ifa_addr else { return nil }
      let isIPv6 = CInt(address.pointee.sa_family) == AF_INET6
      let length = isIPv6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
      guard isIPv6 || CInt(address.pointee.sa_family) == AF_INET,
        let found = Self(UnsafeRawBufferPointer(start: address, count: length))
      else { return nil }
      let isLinkLocal =
        isIPv6
        ? found.bytes[0] == 0xFE && found.bytes[1] & 0xC0 == 0x80
        : found.bytes.starts(with: [169, 254])
      return found.isLoopback || isLinkLocal ? nil : found
    }
  }
}

extension InternetAddress: CustomStringConvertible {
  /// The numeric address without the port, such as `127.0.0.1` or `fe80::1%eth0`.
  package var description: String {
    var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    _ = withAddress { getnameinfo($0, $1, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

/// A host by its name or its numeric address, and a port: `boat:10110`, `127.0.0.1:2947`, `[::1]:2947`.
package struct HostAndPort: Hashable, Sendable, CustomStringConvertible {
  /// A name or an address, without brackets; empty if it was left out.
  package var host: String
  package var port: UInt16

  package init(_ host: String, _ port: UInt16) { (self.host, self.port) = (host, port) }

  /// Reads the usual notation; `nil` if it has no port.
  ///
  /// - Parameter usualPort: the port if the text contains none.
  package init?(_ text: some StringProtocol, usualPort: UInt16? = nil) {
    var host = text[...]
    var port = usualPort
    if let colon = text.lastIndex(of: ":"), !text[colon...].contains("]") {
      (host, port) = (text[..<colon], UInt16(text[colon...].dropFirst()))
    }
    guard let port else { return nil }
    if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
    self.init(String(host), port)
  }

  package var description: String { "\(host.contains(":") ? "[\(host)]" : host):\(port)" }
}
