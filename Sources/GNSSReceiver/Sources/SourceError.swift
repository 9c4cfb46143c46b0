// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem
package import SerialLine

/// Why nothing arrives from a source.
package enum SourceError: Error, Hashable, Sendable {
  /// A serial port.
  case port(SerialPortError)
  /// The network.
  case network(NetworkError)
  /// The location service, or GeoClue, is not there; what cannot be done, why, and what to try.
  case service(String)
  /// The location service has this serial port open; its path.
  case served(String)
  /// Any other error, on one line: what cannot be done to which source, why, and what to try.
  case other(String)
}

extension SourceError {
  /// Whether the error says that the device is absent.
  package var isAbsence: Bool {
    guard case .port(let error) = self else { return false }
    return error.cause == .unplugged || error.cause == .missing
  }
}

extension SourceError: CustomStringConvertible {
  /// What cannot be done to which source, why, and what to try.
  package var description: String {
    switch self {
    case .port(let error): error.description
    case .network(let error): error.description
    case .served(let path):
      """
      cannot open \(path): the location service is using it; end "gps serve", or read positions from it \
      with "--device service"
      """
    case .service(let line), .other(let line): line
    }
  }
}

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

/// Why a text does not name a source that positions could come from.
package struct SelectionError: Error, Hashable, CustomStringConvertible {
  /// The text.
  package let text: String
  /// The forms that would have been accepted.
  package let expectation: String

  package init(text: String, expectation: String) {
    self.text = text
    self.expectation = expectation
  }

  /// The message, on one line whatever the text contains.
  package var description: String {
    "cannot read positions from \(text): expected \(expectation)".escapedForTerminal
  }
}
