// Core Location for Linux. SPDX-License-Identifier: MIT

package import SerialLine

/// Why nothing comes from a candidate.
package enum SourceError: Error, Hashable, Sendable {
  /// A serial port.
  case port(SerialPortError)
  /// The network.
  case network(NetworkError)
  /// A recording.
  case recording(RecordingError)
}

extension SourceError: CustomStringConvertible {
  /// Cannot do what, to which, because why; what to try.
  package var description: String {
    switch self {
    case .port(let error): error.description
    case .network(let error): error.description
    case .recording(let error): error.description
    }
  }
}
