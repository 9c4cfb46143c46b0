// Core Location for Linux. SPDX-License-Identifier: MIT

/// What the doctor knows of the machine, apart from its ports.
struct Machine: Hashable {
  /// A program that likes to take serial ports.
  enum Rival: String, CaseIterable {
    /// Looks for modems at every new port.
    case modemManager = "ModemManager"
    /// Looks for Braille displays.
    case brltty
    /// Serves receivers to other programs.
    case gpsd
  }

  /// Names of the ports that the kernel was told to print its messages to, such as `ttyS0`.
  var consoles: Set<String> = []
  /// Names of the ports at which somebody may log in.
  var logins: Set<String> = []
  /// The same by the numbers of terminals, where a login program does not tell the name.
  var loginTerminals: Set<DeviceNumber> = []
  /// Which of them are running.
  var rivals: Set<Rival> = []
  /// Whether udev is running.
  var hasUdev = false
  /// Whether this is a container.
  var isContainer = false
  /// Whether this is a Raspberry Pi.
  var isRaspberryPi = false
  /// The file that the kernel's command line comes from; `nil` if none of the usual ones is there.
  var bootFile: String?
  /// The groups of `/etc/group`.
  var groups: [UserGroup] = []
  /// How the location service is set up.
  var setup = ServiceSetup()
  /// Names of users by their numbers, from `/etc/passwd`.
  var userNames: [UInt32: String] = [:]

  /// The name of a group, or its number if it has none.
  func groupName(_ number: UInt32) -> String {
    groups.first { $0.number == number }?.name ?? String(number)
  }
}
