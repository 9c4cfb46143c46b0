// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import ReceiverDiscovery
import SerialLine

/// Why a text names no place that positions could come from.
package struct SelectionError: Error, Hashable, CustomStringConvertible {
  /// The text.
  package let text: String
  /// What it would have to be.
  package let expectation: String

  /// One line, whatever the text holds.
  package var description: String {
    "cannot read positions from \(text): expected \(expectation)".escapedForTerminal
  }
}

extension ReceiverSupervisor.Selection {
  /// Reads what somebody has named: `auto`, a path of a port or a recording, `usb:1546:01a8[:serial]`,
  /// `tcp://host:port`, `udp://:port`, `replay:file?speed=n`, or `-` for standard input.
  package init(_ text: String) throws(SelectionError) {
    if text.isEmpty || text == "auto" {
      self = .automatic
    } else if text.hasPrefix("replay:") {
      self = .place(try Self.replay(text))
    } else if let place = try Self.address(text) {
      self = .place(Candidate(identity: text, place: place, likelihood: 3))
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

  private static func replay(_ text: String) throws(SelectionError) -> Candidate {
    var path = text.dropFirst("replay:".count)
    var speed = 1.0
    if let mark = path.lastIndex(of: "?") {
      let value = path[path.index(after: mark)...]
      let number = value.hasPrefix("speed=") ? String(value.dropFirst(6)) : ""
      if number == "max" {
        speed = .infinity
      } else if let given = Double(number), given > 0 {
        speed = given
      } else {
        throw SelectionError(
          text: text, expectation: "replay:file?speed=n, where n is above 0, or max")
      }
      path = path[..<mark]
    }
    guard !path.isEmpty else {
      throw SelectionError(text: text, expectation: "replay:file?speed=n")
    }
    return Candidate(
      identity: text, place: .recording(path: String(path), speed: speed), likelihood: 3)
  }

  /// An address, a recording, standard input; `nil` for what may be a device.
  private static func address(_ text: String) throws(SelectionError) -> Candidate.Place? {
    if text == "-" { return .standardInput }
    var status = stat()
    if stat(text, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
      return .recording(path: text, speed: 1)
    }
    let isTCP = text.hasPrefix("tcp://")
    guard isTCP || text.hasPrefix("udp://") else { return nil }
    let rest = text.dropFirst("tcp://".count)
    guard let colon = rest.lastIndex(of: ":"),
      let port = UInt16(rest[rest.index(after: colon)...]), port > 0,
      !isTCP || colon > rest.startIndex
    else { throw SelectionError(text: text, expectation: "tcp://host:port or udp://:port") }
    var host = String(rest[..<colon])
    if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
    return isTCP
      ? .tcp(host: host, port: port) : .udp(host: host.isEmpty ? nil : host, port: port)
  }
}
