// Core Location for Linux. SPDX-License-Identifier: MIT

package import SerialLine

/// Why nothing comes from a place.
package enum SourceError: Error, Hashable, Sendable {
  /// A serial port.
  case port(SerialPortError)
  /// The network.
  case network(NetworkError)
  /// The location service, which is not there; what cannot be done, because why, and what to try.
  case service(String)
  /// A serial port, by its path, that the location service has.
  case served(String)
  /// Anything else, in one line: cannot do what, to which, because why; what to try.
  case other(String)
}

extension SourceError {
  /// Whether it says that the device is not there.
  package var isAbsence: Bool {
    guard case .port(let error) = self else { return false }
    return error.cause == .unplugged || error.cause == .missing
  }
}

extension SourceError: CustomStringConvertible {
  /// Cannot do what, to which, because why; what to try.
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
