// Core Location for Linux. SPDX-License-Identifier: MIT

package import LocationJSON

/// How the samples of time are doing that a service sends to chronyd or ntpd-rs.
///
/// The names of its properties are those in the output of `gps status`.
package struct TimeReport: Hashable, Sendable, Encodable {
  package struct Socket: Hashable, Sendable, Encodable {
    package var path: String
    /// `connected`, `absent` or `refused`.
    package var state: String
    /// Why it is refused, for people.
    package var explanation: String?

    package init(path: String, state: String, explanation: String? = nil) {
      (self.path, self.state, self.explanation) = (path, state, explanation)
    }
  }

  /// `waitingForFix`, `leapSecondsUnknown`, `contradictory`, `noPause`, `settling` or `sampling`.
  package var state: String
  package var sockets: [Socket]
  /// The number of samples since the service began.
  package var samples = 0
  /// The median of the last offsets, seconds: true time less machine's time; `nil` before the first sample.
  package var offset: Double?
  /// Their standard deviation, seconds; `nil` before the second sample.
  package var spread: Double?

  package init(state: String, sockets: [Socket]) { (self.state, self.sockets) = (state, sockets) }

  package func set(in object: inout JSONObject) {
    object.set("state", state)
    object.set("samples", samples)
    object.set("offset", offset, decimals: 6)
    object.set("spread", spread, decimals: 6)
    object.set("sockets", sockets.prefix(16)) { socket, object in
      object.set("path", socket.path)
      object.set("state", socket.state)
      object.set("explanation", socket.explanation)
    }
  }

  /// Reads a report; `nil` without a state.
  package init?(json value: JSONValue?) {
    guard let value, let state = value["state"]?.string else { return nil }
    self.init(
      state: state,
      sockets: (value["sockets"]?.array ?? []).compactMap { socket in
        guard let path = socket["path"]?.string, let state = socket["state"]?.string else {
          return nil
        }
        return Socket(path: path, state: state, explanation: socket["explanation"]?.string)
      })
    samples = value["samples"]?.integer ?? 0
    (offset, spread) = (value["offset"]?.number, value["spread"]?.number)
  }
}
