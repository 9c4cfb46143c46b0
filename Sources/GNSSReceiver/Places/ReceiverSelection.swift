// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem
import ReceiverDiscovery

/// Why a text names no place that positions could come from.
package struct SelectionError: Error, Hashable, CustomStringConvertible {
  /// The text.
  package let text: String
  /// What it would have to be.
  package let expectation: String

  package init(text: String, expectation: String) {
    self.text = text
    self.expectation = expectation
  }

  /// One line, whatever the text holds.
  package var description: String {
    "cannot read positions from \(text): expected \(expectation)".escapedForTerminal
  }
}

extension ReceiverSupervisor.Selection {
  /// Reads what somebody has named: `auto`, the path of a port, `usb:1546:01a8[:serial]`, `tcp://host:port`,
  /// `udp://:port`, or `-` for standard input.
  package init(_ text: String) throws(SelectionError) {
    if text.isEmpty || text == "auto" {
      self = .automatic
    } else if text == "-" {
      self = .place(StandardInputPlace(), text)
    } else if text.hasPrefix("tcp://") {
      let (host, port) = try Self.address(text)
      guard let host else { throw Self.noAddress(text) }
      self = .place(ServerPlace(host: host, port: port), text)
    } else if text.hasPrefix("udp://") {
      let (host, port) = try Self.address(text)
      self = .place(DatagramPlace(host: host, port: port), text)
    } else {
      do throws(DeviceSelectorError) {
        self = .device(try DeviceSelector(text))
      } catch {
        throw SelectionError(
          text: text,
          expectation: "a path, usb:1546:01a8[:serial], tcp://host:port, udp://:port or replay:file"
        )
      }
    }
  }

  /// The one place that somebody has named, by the text with which it was named.
  package static func place(_ place: some Place, _ text: String) -> ReceiverSupervisor.Selection {
    .place(Candidate(identity: text, place: place, likelihood: 3))
  }

  /// The host, `nil` if it is left out, and the port behind `tcp://` or `udp://`.
  private static func address(
    _ text: String
  ) throws(SelectionError) -> (host: String?, port: UInt16) {
    let rest = text.dropFirst("tcp://".count)
    guard let colon = rest.lastIndex(of: ":"),
      let port = UInt16(rest[rest.index(after: colon)...]), port > 0
    else { throw noAddress(text) }
    var host = String(rest[..<colon])
    if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
    return (host.isEmpty ? nil : host, port)
  }

  private static func noAddress(_ text: String) -> SelectionError {
    SelectionError(text: text, expectation: "tcp://host:port or udp://:port")
  }
}
