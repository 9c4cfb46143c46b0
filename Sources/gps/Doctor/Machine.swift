// Core Location for Linux. SPDX-License-Identifier: MIT

/// What the doctor knows about the machine, apart from its ports.
struct Machine: Hashable {
  /// A program that tends to take serial ports.
  enum Rival: String, CaseIterable {
    /// Probes every new port for a modem.
    case modemManager = "ModemManager"
    /// Probes for Braille displays.
    case brltty
    /// Serves receivers to other programs.
    case gpsd
  }

  /// Names of the ports to which the kernel prints its messages, such as `ttyS0`.
  var consoles: Set<String> = []
  /// Names of the ports with a login prompt.
  var logins: Set<String> = []
  /// Device numbers of terminals with a login prompt, for login programs that do not state the name.
  var loginTerminals: Set<DeviceNumber> = []
  /// The rivals that are running.
  var rivals: Set<Rival> = []
  /// Whether udev is running.
  var hasUdev = false
  /// Whether this is a container.
  var isContainer = false
  /// Whether this is a Raspberry Pi.
  var isRaspberryPi = false
  /// The file that holds the kernel's command line; `nil` if none of the usual ones exists.
  var bootFile: String?
  /// The groups of `/etc/group`.
  var groups: [UserGroup] = []
  /// The configuration of the location service.
  var setup = ServiceSetup()
  /// Where chronyd waits for the time.
  var time = TimeSetup()
  /// Who watches for applications that have ended.
  var wake = WakeSetup()
  /// User names by number, from `/etc/passwd`.
  var userNames: [UInt32: String] = [:]

  /// Returns the name of a group, or its number if it has none.
  func groupName(_ number: UInt32) -> String {
    groups.first { $0.number == number }?.name ?? String(number)
  }
}
