// Core Location for Linux. SPDX-License-Identifier: MIT

/// Something that a receiver's bytes may come from.
package struct Candidate: Hashable, Sendable {
  /// How its bytes are reached.
  package enum Place: Hashable, Sendable {
    /// A serial port, by its path.
    case port(String)
    /// A server that sends what a receiver says (`tcp://host:port`).
    case tcp(host: String, port: UInt16)
    /// Datagrams that come here (`udp://:port`); `host` is the address to bind to, `nil` all of them.
    case udp(host: String?, port: UInt16)
    /// A file, replayed so many times as fast as the receiver was.
    case recording(path: String, speed: Double)
    /// Standard input.
    case standardInput
  }

  /// What it is known by, whatever the port is called today; baud rates are remembered by it.
  package let identity: String
  /// Where it is now.
  package var place: Place
  /// What it is, for people, such as `u-blox 8`; `nil` if nobody knows.
  ///
  /// It may be the device's own words.
  package var model: String?
  /// How likely it is a receiver, from 0; the catalog's order.
  package var likelihood: Int

  package init(identity: String, place: Place, model: String? = nil, likelihood: Int = 0) {
    self.identity = identity
    self.place = place
    self.model = model
    self.likelihood = likelihood
  }

  /// What it is called in messages: the path or the address.
  package var name: String {
    switch place {
    case .port(let path): path
    case .tcp(let host, let port): "tcp://\(host.contains(":") ? "[\(host)]" : host):\(port)"
    case .udp(let host, let port): "udp://\(host ?? ""):\(port)"
    case .recording(let path, _): path
    case .standardInput: "standard input"
    }
  }

  /// Whether it is somebody else's, who is to be asked less often.
  var isNetwork: Bool {
    switch place {
    case .tcp, .udp: true
    case .port, .recording, .standardInput: false
    }
  }

  /// Whether it has a baud rate that must be found.
  var hasRate: Bool { if case .port = place { true } else { false } }
}
