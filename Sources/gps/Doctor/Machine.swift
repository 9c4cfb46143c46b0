// Core Location for Linux. SPDX-License-Identifier: MIT

import FoundationEssentials
import Glibc
import SerialLine

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
  var logins: Set<String> = []
  /// Device numbers of terminals with a login prompt, for login programs that do not state the name.
  var loginTerminals: Set<DeviceNumber> = []
  var rivals: Set<Rival> = []
  var hasUdev = false
  var isContainer = false
  var isRaspberryPi = false
  /// The file that holds the kernel's command line; `nil` if none of the usual ones exists.
  var bootFile: String?
  var groups: [UserGroup] = []
  var setup = ServiceSetup()
  var timeSockets: [String] = []
  var wake = WakeSetup()
  /// User names by number, from `/etc/passwd`.
  var userNames: [UInt32: String] = [:]

  func groupName(_ number: UInt32) -> String {
    groups.first { $0.number == number }?.name ?? String(number)
  }
}

extension Machine {
  /// Reads the files of a machine, which takes some milliseconds.
  init(_ tree: SystemTree) {
    consoles = Self.consoles(tree)
    logins = Self.serviceLogins(tree)
    hasUdev = tree.exists("/run/udev/control")
    isContainer = ["/.dockerenv", "/run/.containerenv", "/run/systemd/container"]
      .contains(where: tree.exists)
    isRaspberryPi = tree.text("/proc/device-tree/model")?.hasPrefix("Raspberry Pi") ?? false
    bootFile = ["/boot/firmware/cmdline.txt", "/boot/cmdline.txt", "/etc/default/grub"]
      .first(where: tree.exists)
    groups = (tree.text("/etc/group") ?? "").split(separator: "\n").compactMap(UserGroup.init)
    for line in (tree.text("/etc/passwd") ?? "").split(separator: "\n") {
      let fields = line.split(separator: ":", omittingEmptySubsequences: false)
      if fields.count > 2, let number = UInt32(fields[2]), userNames[number] == nil {
        userNames[number] = String(fields[0])
      }
    }
    setup = ServiceSetup(tree)
    timeSockets = Self.timeSockets(tree)
    wake = WakeSetup(tree)
    for process in tree.entries("/proc") where process.first?.isNumber ?? false {
      add(process, tree)
    }
  }

  private static func consoles(_ tree: SystemTree) -> Set<String> {
    let named = tree.words("/proc/cmdline").compactMap { word -> String? in
      guard word.hasPrefix("console=") else { return nil }
      return String(word.dropFirst("console=".count).prefix { $0 != "," })
    }
    return Set(named + tree.words("/sys/class/tty/console/active"))
  }

  /// Returns the ports of login services that systemd has started, is configured to start, or starts for a console.
  private static func serviceLogins(_ tree: SystemTree) -> Set<String> {
    let folders = [
      "/run/systemd/units", "/run/systemd/generator/getty.target.wants",
      "/etc/systemd/system/getty.target.wants",
    ]
    return Set(
      folders.flatMap(tree.entries).compactMap { entry in
        // invocation:serial-getty@ttyS0.service
        let parts = entry.split(separator: "@", maxSplits: 1)
        guard parts.count == 2, parts[0].hasSuffix("getty"), parts[1].hasSuffix(".service") else {
          return nil
        }
        return String(parts[1].dropLast(".service".count))
      })
  }

  /// Returns the sockets at which chronyd takes samples of time, according to the files that Debian, Fedora and others use.
  static func timeSockets(_ tree: SystemTree) -> [String] {
    let files =
      ["/etc/chrony/chrony.conf", "/etc/chrony.conf"]
      + ["/etc/chrony/conf.d", "/etc/chrony.d"].flatMap { folder in
        tree.entries(folder).filter { $0.hasSuffix(".conf") }.sorted().map { "\(folder)/\($0)" }
      }
    let lines = files.compactMap(tree.text).flatMap { $0.split(separator: "\n") }
    return lines.compactMap { line in
      let words = line.split(whereSeparator: \.isWhitespace)
      guard words.count > 2, words[0].lowercased() == "refclock", words[1] == "SOCK" else {
        return nil
      }
      // An option may follow the path directly, as in SOCK /run/chrony.gps.sock:perm=0770.
      return String(words[2].prefix { $0 != ":" })
    }
  }

  private mutating func add(_ process: String, _ tree: SystemTree) {
    guard let name = tree.text("/proc/\(process)/comm")?.split(separator: "\n").first else {
      return
    }
    if let rival = Rival(rawValue: String(name)) { rivals.insert(rival) }
    guard ["agetty", "getty", "mgetty", "login"].contains(name) else { return }
    // Arguments are separated by zero bytes.
    for word in (tree.text("/proc/\(process)/cmdline") ?? "").split(separator: "\0").dropFirst() {
      let terminal = word.split(separator: "/").last ?? word
      if terminal.hasPrefix("tty") { logins.insert(String(terminal)) }
    }
    // The name may contain blanks and brackets; the terminal is the fifth field after it.
    let fields = (tree.text("/proc/\(process)/stat") ?? "").split(separator: ")").last?
      .split(separator: " ")
    if let fields, fields.count > 4, let terminal = UInt64(fields[4]), terminal != 0 {
      loginTerminals.insert(DeviceNumber(terminal))
    }
  }
}

struct UserGroup: Hashable {
  let name: String
  let number: UInt32
  /// Its members, without those whose primary group it is.
  let members: Set<String>

  /// Parses a line; `nil` unless it has four fields with a number in the third.
  init?(_ line: Substring) {
    let fields = line.split(separator: ":", omittingEmptySubsequences: false)
    guard fields.count == 4, let number = UInt32(fields[2]) else { return nil }
    name = String(fields[0])
    self.number = number
    members = Set(fields[3].split(separator: ",").map(String.init))
  }
}

/// The user and groups on whose behalf the doctor runs.
struct Account: Hashable {
  let user: UInt32
  /// The groups of this process, which are those of its login session.
  let groups: Set<UInt32>

  static var current: Account {
    var numbers = [gid_t](repeating: 0, count: Int(max(0, getgroups(0, nil))))
    let count = getgroups(CInt(numbers.count), &numbers)
    return Account(
      user: geteuid(), groups: Set(numbers.prefix(Int(max(0, count)))).union([getegid()]))
  }
}

/// The files in which a machine describes itself: `/proc`, `/sys`, `/etc` and `/run`.
struct SystemTree {
  /// The folder that contains them; empty for this machine.
  var root = ""

  /// Returns the text of a file; `nil` if it cannot be read.
  func text(_ path: String) -> String? {
    FileManager.default.contents(atPath: root + path).map { String(decoding: $0, as: UTF8.self) }
  }

  func words(_ path: String) -> [String] {
    (text(path) ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
  }

  /// Returns the names in a folder; empty if it cannot be read.
  func entries(_ path: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: root + path)) ?? []
  }

  func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: root + path) }
}
