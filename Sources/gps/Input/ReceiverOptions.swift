// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSS
import GNSSReceiver
import Glibc
import ReceiverDiscovery
import SerialLine

/// What every command that listens to receivers can be told.
struct ReceiverOptions: ParsableArguments {
  @Option(
    help: """
      A path, usb:1546:01a8[:serial], tcp://host:port, udp://:port, a recording, or "-" for \
      standard input. \
      (default: what looks like a receiver)
      """)
  var device: String?

  @Option(help: ArgumentHelp("The only baud rate to listen at. (default: found)", valueName: "n"))
  var baud: UInt32?

  /// Whoever finds the receiver and listens to it.
  ///
  /// - Throws: ``Failure`` when nothing like it is there, or it cannot be understood; ``SerialPortError`` when the
  ///   process has no descriptors left.
  func supervisor(referenceDate: CivilDate? = nil) throws -> ReceiverSupervisor {
    var options = SupervisionOptions()
    options.rate = baud.map(BaudRate.init(rawValue:))
    options.referenceDate = referenceDate
    return try ReceiverSupervisor(try selection(), options: options)
  }

  /// What to listen to.
  ///
  /// - Throws: ``Failure`` when nothing like it is there, or it cannot be understood.
  private func selection() throws -> ReceiverSupervisor.Selection {
    let selection: ReceiverSupervisor.Selection
    do throws(SelectionError) {
      selection = try device.map(ReceiverSupervisor.Selection.init) ?? .automatic
    } catch {
      throw Failure(error.description, EX_USAGE)
    }
    lazy var devices = DeviceEnumerator.devices().devices
    switch selection {
    case .place: break
    case .automatic:
      guard devices.contains(where: { ReceiverCatalog.assess($0).likelihood != .notAReceiver })
      else {
        throw Failure(
          "cannot find a receiver: no serial port looks like one; plug it in, or name it with --device",
          EX_UNAVAILABLE)
      }
    case .device(let selector):
      // A path tells by itself that nothing is there, when it is opened.
      guard selector.path != nil || devices.contains(where: selector.matches) else {
        throw Failure(
          "cannot find \(device ?? ""): nothing like it is plugged in; run \"gps list\" to see what is",
          EX_UNAVAILABLE)
      }
    }
    return selection
  }
}
