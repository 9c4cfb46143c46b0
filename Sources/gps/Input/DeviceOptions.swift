// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSSReceiver
import Glibc
import ReceiverDiscovery
import SerialLine

/// Which receiver is meant, and how it is listened to.
struct DeviceOptions: ParsableArguments {
  @Option(
    help: """
      A path, usb:1546:01a8[:serial], tcp://host:port, udp://:port, a recording, or "-" for \
      standard input. \
      (default: what looks like a receiver)
      """)
  var device: String?

  @Option(help: ArgumentHelp("The only baud rate to listen at. (default: found)", valueName: "n"))
  var baud: UInt32?

  /// How candidates are treated, as far as these options tell.
  var supervision: SupervisionOptions {
    var options = SupervisionOptions()
    options.rate = baud.map(BaudRate.init(rawValue:))
    return options
  }

  /// What is to be listened to.
  ///
  /// - Throws: ``Failure`` when there is nothing like it, or it is not understood.
  func selection() throws -> ReceiverSupervisor.Selection {
    guard let device else {
      guard
        DeviceEnumerator.devices().devices.contains(where: {
          ReceiverCatalog.assess($0).likelihood != .notAReceiver
        })
      else {
        throw Failure(
          "cannot find a receiver: no serial port looks like one; plug it in, or name it with --device",
          EX_UNAVAILABLE)
      }
      return .automatic
    }
    if let place = try Candidate.Place(device) {
      return .place(Candidate(identity: device, place: place, likelihood: 3))
    }
    let selector: DeviceSelector
    do throws(DeviceSelectorError) {
      selector = try DeviceSelector(device)
    } catch {
      throw Failure(error.description, EX_USAGE)
    }
    // A path tells by itself that nothing is there, when it is opened.
    guard
      selector.path != nil || DeviceEnumerator.devices().devices.contains(where: selector.matches)
    else {
      throw Failure(
        "cannot find \(device): nothing like it is plugged in; run \"gps list\" to see what is",
        EX_UNAVAILABLE)
    }
    return .device(selector)
  }
}

extension Candidate.Place {
  /// Reads what is no device: an address, a recording, standard input; `nil` for anything else.
  fileprivate init?(_ text: String) throws {
    if text == "-" {
      self = .standardInput
      return
    }
    var status = stat()
    if stat(text, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
      self = .recording(path: text, speed: 1)
      return
    }
    let isTCP = text.hasPrefix("tcp://")
    guard isTCP || text.hasPrefix("udp://") else { return nil }
    let rest = text.dropFirst(6)
    guard let colon = rest.lastIndex(of: ":"),
      let port = UInt16(rest[rest.index(after: colon)...]), port > 0,
      !isTCP || colon > rest.startIndex
    else {
      throw Failure.usage("--device \(text)", "tcp://host:port or udp://:port")
    }
    var host = String(rest[..<colon])
    if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
    self = isTCP ? .tcp(host: host, port: port) : .udp(host: host.isEmpty ? nil : host, port: port)
  }
}

/// Where a path leads once all links are followed; `nil` if nothing is there.
func resolvedPath(_ path: String) -> String? {
  var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
  guard realpath(path, &buffer) != nil else { return nil }
  return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
}
