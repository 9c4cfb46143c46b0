// Core Location for Linux. SPDX-License-Identifier: MIT

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
