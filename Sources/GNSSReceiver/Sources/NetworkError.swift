// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// Why nothing arrives over the network.
package struct NetworkError: Error, Hashable, Sendable {
  /// The cause.
  package enum Cause: Hashable, Sendable {
    /// The host is unknown; the reason, in the resolver's words.
    case unknownHost(String)
    /// There is no unix socket at that path.
    case noSocket
    /// The host answers, but no program listens on that port.
    case refused
    /// The host does not answer, or there is no route to it.
    case unreachable
    /// Another program uses this port.
    case addressInUse
    /// Permission is denied, as for ports below 1024, which are reserved for root.
    case notPermitted
    /// The system reports this error number.
    case system(CInt)
  }

  /// The cause.
  package let cause: Cause
  /// The address, as `tcp://host:port`, `udp://:port` or `unix:/path`.
  package let address: String

  package init(_ cause: Cause, _ address: String) {
    self.cause = cause
    self.address = address
  }

  init(errno number: CInt, _ address: String) {
    self.address = address
    cause =
      switch number {
      case ENOENT, ENOTDIR: .noSocket
      case ECONNREFUSED: .refused
      case ETIMEDOUT, EHOSTUNREACH, ENETUNREACH: .unreachable
      case EADDRINUSE: .addressInUse
      case EACCES, EPERM: .notPermitted
      default: .system(number)
      }
  }
}

extension NetworkError: CustomStringConvertible {
  /// What cannot be done to which address, why, and what to try.
  package var description: String {
    switch cause {
    case .unknownHost(let reason): "cannot reach \(address): \(reason); check the host's name"
    case .noSocket:
      "cannot reach \(address): there is no such socket; start the program that creates it"
    case .refused: "cannot reach \(address): connection refused; check that a server listens there"
    case .unreachable: "cannot reach \(address): no answer; check the network and the address"
    case .addressInUse:
      "cannot listen on \(address): another program already does; stop it or choose another port"
    case .notPermitted: "cannot use \(address): permission denied; choose a port of 1024 or above"
    case .system(let number): "cannot use \(address): \(describe(errno: number)); check the address"
    }
  }
}
