// Core Location for Linux. SPDX-License-Identifier: MIT

import SerialLine
import Testing

@testable import GNSSReceiver
@testable import ReceiverDiscovery
@testable import gps

@Suite struct DiagnosisTests {
  // MARK: The examined machine

  private static let ublox = SerialDevice(
    node: "/dev/ttyACM0", vendorID: 0x1546, productID: 0x01A8, driver: "cdc_acm")
  private static let adapter = SerialDevice(
    node: "/dev/ttyUSB0", vendorID: 0x0403, productID: 0x6001, driver: "ftdi_sio")
  private static let uart = SerialDevice(
    node: "/dev/ttyS0", driver: "serial8250", links: ["/dev/serial0"])

  private static let readable = PortFacts.Status(
    owner: 0, group: 20, groupMayRead: true, isReadable: true, number: DeviceNumber(4 << 8 | 64))

  private func port(_ device: SerialDevice, _ change: (inout PortFacts) -> Void = { _ in })
    -> PortFacts
  {
    var port = PortFacts(path: device.node, device: device)
    port.status = Self.readable
    change(&port)
    return port
  }

  /// Returns a machine with udev, the user ada, and the groups root and dialout.
  private func machine(_ change: (inout Machine) -> Void = { _ in }) -> Machine {
    var machine = Machine()
    machine.hasUdev = true
    machine.groups = ["root:x:0:", "dialout:x:20:grace"].compactMap { UserGroup($0) }
    machine.userNames = [0: "root", 1000: "ada", 1001: "grace"]
    change(&machine)
    return machine
  }

  private func examine(
    _ ports: [PortFacts], _ machine: Machine, user: UInt32 = 1000
  ) -> [Finding] {
    Diagnosis(
      machine: machine, account: Account(user: user, groups: [user]), ports: ports
    ).findings
  }

  // MARK: Healthy and missing

  @Test func findsNothingWrongWithAHealthyPort() {
    let findings = examine([port(Self.ublox)], machine())
    #expect(findings.map(\.severity) == [.good, .good])
    #expect(findings.first?.what == "u-blox 8 (1546:01a8)")
  }

  /// Many programs have `/dev/null` open: the advice is not to end any of them.
  @Test func reportsOnlyThatAFileIsNotAPort() throws {
    let null = port(SerialDevice(node: "/dev/null")) {
      $0.status?.maySendBytes = false
      $0.holders = [PortHolder(process: 4711, name: "bash")]
    }
    let findings = examine([null], machine())
    #expect(findings.map(\.what) == ["it is not a serial port"])
    #expect(findings.first?.severity == .problem)
    #expect(findings.first?.commands == ["gps list --all"])
  }

  @Test(
    arguments: [
      ("on a desk", false, false, "Plug it in", "gps list --all"),
      ("in a container", true, false, "docker run --device", "gps list --all"),
      ("on a Raspberry Pi", false, true, "login shell", "sudo raspi-config"),
    ])
  func saysWhatToDoWithoutAPort(
    why: String, isContainer: Bool, isRaspberryPi: Bool, words: String, command: String
  ) throws {
    let machine = machine {
      $0.isContainer = isContainer
      $0.isRaspberryPi = isRaspberryPi
    }
    let finding = try #require(examine([], machine).first)
    #expect(finding.severity == .problem && finding.check == .device)
    #expect(finding.why?.contains(words) == true && finding.commands == [command])
  }

  @Test func saysThatANamedPortIsMissing() {
    let findings = examine([PortFacts(path: "/dev/ttyUSB7")], machine { $0.rivals = [.brltty] })
    #expect(findings.map(\.check) == [.device, .brltty])
    #expect(findings.first?.what == "no such device")
  }

  @Test func knowsAnEmptySlot() {
    var device = Self.uart
    device.isEmptySlot = true
    let findings = examine([port(device)], machine())
    #expect(findings.first?.severity == .problem)
    #expect(findings.first?.what == "there is no hardware behind it")
  }

  @Test(
    arguments: [
      (
        "a modem's other port",
        SerialDevice(
          node: "/dev/ttyUSB2", vendorID: 0x2C7C, productID: 0x0125, interfaceNumber: 2),
        .warning, "Quectel modem (2c7c:0125) is not a receiver"
      ),
      (
        "a port of which nothing is known", SerialDevice(node: "/dev/ttyS1"), .good,
        "port on the board"
      ),
      ("the console", SerialDevice(node: "/dev/ttyS1", isConsole: true), .good, "present"),
    ] as [(String, SerialDevice, Finding.Severity, String)])
  func saysWhatItIs(
    why: String, device: SerialDevice, severity: Finding.Severity, what: String
  ) {
    let finding = examine([port(device)], machine()).first
    #expect(finding?.severity == severity && finding?.what == what)
  }

  // MARK: Permissions

  @Test(
    arguments: [
      (
        "not in the group", 1000, 20, true, "not in the group dialout",
        "sudo usermod -aG dialout ada"
      ),
      (
        "in it, but not since the login", 1001, 20, true, "after you logged in",
        "newgrp dialout"
      ),
      ("the group may not read", 1000, 20, false, "may not read", "sudo chown ada /dev/ttyACM0"),
      ("root's alone", 1000, 0, true, "may not read", "sudo chown ada /dev/ttyACM0"),
      ("a group of the host", 1000, 987, true, "--group-add 987", "sudo groupadd -g 987 receivers"),
      (
        "a user of the host", 4711, 20, true, "not in the group dialout",
        "sudo usermod -aG dialout $USER"
      ),
    ] as [(String, UInt32, UInt32, Bool, String, String)])
  func explainsHowToGetPermission(
    why: String, user: UInt32, group: UInt32, groupMayRead: Bool, words: String, command: String
  ) throws {
    let port = port(Self.ublox) {
      $0.status?.isReadable = false
      $0.status?.group = group
      $0.status?.groupMayRead = groupMayRead
    }
    let findings = examine([port], machine(), user: user)
    let finding = try #require(findings.first { $0.check == .permission })
    #expect(finding.severity == .problem && finding.what.hasPrefix("permission denied (owner root"))
    #expect(finding.why?.contains(words) == true, "\(finding.why ?? "")")
    #expect(finding.commands.first == command)
  }

  // MARK: Other programs

  @Test(
    arguments: [
      ("gpsd", "gpsd", adapter, ["sudo systemctl disable --now gpsd.socket gpsd.service"]),
      (
        "ModemManager, at a receiver", "ModemManager", ublox,
        [
          "sudo gps doctor --install-udev-rule", "sudo systemctl restart ModemManager.service",
        ]
      ),
      (
        "ModemManager, at what the rule leaves out", "ModemManager", adapter,
        ["sudo systemctl stop ModemManager.service"]
      ),
      ("brltty", "brltty", adapter, ["sudo apt-get remove brltty"]),
      ("a login", "agetty", uart, ["sudo systemctl mask --now serial-getty@ttyS0.service"]),
      ("anybody", "minicom", adapter, ["sudo kill 4711"]),
    ])
  func namesTheHolderOfAPort(
    why: String, name: String, device: SerialDevice, commands: [String]
  ) throws {
    let port = port(device) { $0.holders = [PortHolder(process: 4711, name: name)] }
    let findings = examine([port], machine { $0.rivals = [.gpsd, .modemManager, .brltty] })
    let finding = try #require(findings.first { $0.check == .holder })
    #expect(finding.severity == .problem && finding.what == "\(name) (process 4711) uses it")
    #expect(finding.commands == commands)
    #expect(finding.why?.contains("Braille display") == (name == "brltty"))
    // There is no warning that the program that holds the port may take it.
    #expect(!findings.contains { $0.check.rawValue.lowercased() == name.lowercased() })
  }

  @Test(
    arguments: [
      ("by its node", "ttyS0", "/boot/firmware/cmdline.txt", 2),
      ("by its link", "serial0", "/boot/cmdline.txt", 2),
      ("where GRUB starts the kernel", "ttyS0", "/etc/default/grub", 3),
      ("where nobody knows what does", "ttyS0", nil, 1),
    ] as [(String, String, String?, Int)])
  func findsTheConsole(why: String, name: String, file: String?, count: Int) throws {
    let machine = machine {
      $0.consoles = ["tty0", name]
      $0.bootFile = file
    }
    let finding = try #require(
      examine([port(Self.uart)], machine).first { $0.check == .console })
    #expect(finding.severity == .problem && finding.why?.contains("console=\(name)") == true)
    #expect(finding.commands.count == count)
    if let file {
      #expect(
        finding.commands.first
          == "sudo sed -i.bak -E 's/console=(serial0|ttyS0)[^ \"]*//g' \(file)")
      #expect(finding.commands.last == "sudo reboot")
    }
    #expect(!examine([port(Self.adapter)], machine).contains { $0.check == .console })
  }

  @Test(
    arguments: [
      ("by name", ["ttyS0"], []),
      ("by terminal", [], [DeviceNumber(4 << 8 | 64)]),
    ] as [(String, Set<String>, Set<DeviceNumber>)])
  func findsALoginPrompt(
    why: String, names: Set<String>, terminals: Set<DeviceNumber>
  ) throws {
    let machine = machine {
      $0.logins = names
      $0.loginTerminals = terminals
    }
    let finding = try #require(
      examine([port(Self.uart)], machine).first { $0.check == .getty })
    #expect(finding.severity == .problem)
    #expect(finding.commands == ["sudo systemctl mask --now serial-getty@ttyS0.service"])
  }

  @Test(
    arguments: [
      ("a receiver", ublox, nil, "sudo gps doctor --install-udev-rule"),
      (
        "an adapter, which the rule leaves out", adapter, nil,
        "sudo systemctl mask --now ModemManager.service"
      ),
      ("the rule is not for this one", ublox, false, "sudo gps doctor --install-udev-rule"),
      ("the rule is there", ublox, true, nil),
      ("a port on the board, which it leaves alone", uart, nil, nil),
      (
        "a modem, which needs it",
        SerialDevice(
          node: "/dev/ttyUSB1", vendorID: 0x2C7C, productID: 0x0125, interfaceNumber: 1), nil, nil
      ),
    ] as [(String, SerialDevice, Bool?, String?)])
  func warnsOfModemManager(
    why: String, device: SerialDevice, isHidden: Bool?, command: String?
  ) {
    let port = port(device) { $0.isHiddenFromModemManager = isHidden }
    let findings = examine([port], machine { $0.rivals = [.modemManager] })
    #expect(
      findings.filter { $0.check == .modemManager }.map(\.commands)
        == (command.map { [[$0]] } ?? []))
  }

  /// A program that hangs is not one to be killed among others: it is the service, and can be started again.
  @Test func saysThatTheServiceHangs() {
    let path = "/run/core-location/location.sock"
    let held = port(Self.ublox) { $0.holders = [PortHolder(process: 4711, name: "gps")] }
    var diagnosis = Diagnosis(
      machine: machine(), account: Account(user: 1000, groups: [1000]), ports: [held])
    diagnosis.silence = SilentService(path: path, process: 4711)
    let problems = diagnosis.findings.filter { $0.severity == .problem }
    #expect(
      problems.map(\.what)
        == ["the location service does not answer", "the location service has it, and hangs"])
    #expect(problems.flatMap(\.commands) == ["sudo systemctl restart locationd.service"])
    #expect(!diagnosis.isOfService)
  }

  @Test func asksTheServiceAboutItsPort() {
    let held = port(Self.ublox) { $0.holders = [PortHolder(process: 4711, name: "gps")] }
    var diagnosis = Diagnosis(
      machine: machine(), account: Account(user: 1000, groups: [1000]), ports: [held])
    #expect(!diagnosis.isOfService)
    diagnosis.service = ServiceInquiry(path: "/s", process: 4711)
    #expect(diagnosis.isOfService)
    diagnosis.ports.append(port(Self.adapter))
    #expect(!diagnosis.isOfService)
  }

  @Test func warnsOfBrlttyAndGpsd() {
    let findings = examine([port(Self.adapter)], machine { $0.rivals = [.brltty, .gpsd] })
    #expect(findings.filter { $0.severity == .warning }.map(\.check) == [.brltty, .gpsd])
    let board = examine([port(Self.uart)], machine { $0.rivals = [.brltty, .gpsd] })
    #expect(board.allSatisfy { $0.severity == .good })
  }

  @Test func reportsMissingUdev() {
    let findings = examine([port(Self.ublox)], machine { $0.hasUdev = false })
    #expect(findings.last?.check == .udev && findings.last?.severity == .warning)
    #expect(findings.last?.commands == ["sudo systemctl start systemd-udevd.service"])
  }

  @Test(arguments: ["tcp://localhost:10110", "udp://:10110", "-", #filePath])
  func asksForNoPortWhereThereIsNone(argument: String) {
    let diagnosis = Diagnosis(
      argument, SystemTree(root: "/nonexistent"), Account(user: 0, groups: [0]))
    #expect(diagnosis.findings.isEmpty)
  }
}
