// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem
import ReceiverDiscovery
package import ServiceProtocol

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
  /// `udp://:port`, `gpsd://host[:port][/device]`, `service[:/path/of.sock]`, or `-` for standard input.
  ///
  /// - Parameter introduction: what this program says to a service about itself.
  package init(
    _ text: String, introduction: ClientIntroduction = ClientIntroduction(name: nil)
  ) throws(SelectionError) {
    if text.isEmpty || text == "auto" {
      self = .automatic
    } else if text == "-" {
      self = .place(StandardInputPlace(), text)
    } else if text == "service" || text.hasPrefix("service:") {
      self = .place(try Self.service(text, introduction), text)
    } else if text.hasPrefix("gpsd://") {
      self = .place(try Self.gpsd(text), text)
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
          expectation:
            "a path, usb:1546:01a8[:serial], tcp://host:port, udp://:port, gpsd://host, service or replay:file"
        )
      }
    }
  }

  /// The service's usual sockets, or the one behind `service:`.
  private static func service(
    _ text: String, _ introduction: ClientIntroduction
  ) throws(SelectionError) -> ServicePlace {
    let path = String(text.dropFirst("service:".count))
    guard text.contains(":") else {
      let variable = { (name: String) in getenv(name).map { String(cString: $0) } }
      let paths = ServicePlace.paths(environment: variable)
      // Who names the service means it, even where others are told not to look for one.
      return ServicePlace(
        paths.isEmpty ? ServicePlace.usualPaths(environment: variable) : paths, introduction)
    }
    guard path.hasPrefix("/") else {
      throw SelectionError(text: text, expectation: "service, or service:/path/of.sock")
    }
    return ServicePlace([path], introduction)
  }

  /// `gpsd://host[:port][/device]`; without a host, this machine's.
  private static func gpsd(_ text: String) throws(SelectionError) -> GpsdPlace {
    let rest = text.dropFirst("gpsd://".count)
    let slash = rest.firstIndex(of: "/") ?? rest.endIndex
    let device = rest[slash...].utf8.count > 1 ? String(rest[slash...]) : nil
    var (host, port) = (String(rest[..<slash]), GpsdPlace.usualPort)
    let colon = host.lastIndex(of: ":")
    // The colons of an IPv6 address are within brackets.
    if let colon, !host[colon...].contains("]") {
      guard let number = UInt16(host[host.index(after: colon)...]), number > 0 else {
        throw SelectionError(text: text, expectation: "gpsd://host[:port][/device]")
      }
      (host, port) = (String(host[..<colon]), number)
    }
    if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
    return GpsdPlace(host: host.isEmpty ? "localhost" : host, port: port, device: device)
  }

  /// The one place that somebody has named, by the text with which it was named.
  package static func place(_ place: some Place, _ text: String) -> ReceiverSupervisor.Selection {
    .place(Candidate(identity: text, place: place, likelihood: .certain))
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
