// Core Location for Linux. SPDX-License-Identifier: MIT

package enum DeviceEvent: Hashable, Sendable {
  /// The device is present: it was plugged in, or was present when the monitor was created.
  case added(SerialDevice)
  /// The device is still present, but something known about it has changed: its links, or who may open it.
  case changed(SerialDevice)
  /// The device has been removed; this is what was last known about it.
  case removed(SerialDevice)

  package var device: SerialDevice {
    switch self {
    case .added(let device), .changed(let device), .removed(let device): device
    }
  }
}
