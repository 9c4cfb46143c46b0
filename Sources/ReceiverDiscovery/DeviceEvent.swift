// Core Location for Linux. SPDX-License-Identifier: MIT

/// What happened to a device.
package enum DeviceEvent: Hashable, Sendable {
  /// It is there: it was plugged in, or was there when the monitor was made.
  case added(SerialDevice)
  /// It is still there, and more or something else is known about it: its links, or who may open it.
  case changed(SerialDevice)
  /// It has gone. What was last known about it.
  case removed(SerialDevice)

  /// The device.
  package var device: SerialDevice {
    switch self {
    case .added(let device), .changed(let device), .removed(let device): device
    }
  }
}
