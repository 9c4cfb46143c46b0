// Core Location for Linux. SPDX-License-Identifier: MIT

import SerialLine
import Testing

@testable import gps

@Suite struct MachineTests {
  @Test func findsNothingOnAnEmptyMachine() throws {
    #expect(try MadeUpTree().machine == Machine())
  }

  @Test func findsTheConsolesOfTheKernel() throws {
    let made = try MadeUpTree([
      "/proc/cmdline": "root=/dev/sda1 console=tty0 console=ttyS1,115200n8 xconsole=ttyS7 quiet\n",
      "/sys/class/tty/console/active": "tty0 ttyAMA0\n",
    ])
    #expect(made.machine.consoles == ["tty0", "ttyS1", "ttyAMA0"])
  }

  @Test(
    arguments: [
      ("running", "/run/systemd/units/invocation:serial-getty@ttyS0.service"),
      ("for a console", "/run/systemd/generator/getty.target.wants/serial-getty@ttyS0.service"),
      ("enabled", "/etc/systemd/system/getty.target.wants/serial-getty@ttyS0.service"),
    ])
  func findsLoginsOfServices(why: String, path: String) throws {
    let made = try MadeUpTree([
      path: "", "/run/systemd/units/invocation:ssh@ttyS9.service": "",
      "/run/systemd/units/invocation:serial-getty@ttyS8.socket": "",
    ])
    #expect(made.machine.logins == ["ttyS0"])
  }

  @Test func findsLoginsOfProcesses() throws {
    let made = try MadeUpTree()
    try made.addProcess(612, "agetty", words: ["-o", "-p -- \\u", "--keep-baud", "ttyS2", "vt220"])
    // Debian's service does not give the name of the terminal; 4:65 is ttyS1.
    try made.addProcess(613, "agetty", words: ["-", "linux"], terminal: 4 << 8 | 65)
    try made.addProcess(614, "bash", words: ["ttyS3"], terminal: 4 << 8 | 66)
    let machine = made.machine
    #expect(machine.logins == ["ttyS2"])
    #expect(machine.loginTerminals == [DeviceNumber(4 << 8 | 65)])
  }

  @Test func findsRivalsByTheirNames() throws {
    let made = try MadeUpTree()
    for (number, name) in ["ModemManager", "brltty", "gpsd", "gpsdctl", "sh"].enumerated() {
      try made.addProcess(100 + number, name)
    }
    // `self` is not another process.
    try made.write("gpsd\n", to: "/proc/self/comm")
    #expect(made.machine.rivals == [.modemManager, .brltty, .gpsd])
  }

  @Test func readsGroupsAndUsers() throws {
    let made = try MadeUpTree([
      "/etc/group": "root:x:0:\ndialout:x:20:ada,grace\nbroken\nalso:x:y:z\n",
      "/etc/passwd": "root:x:0:0:root:/root:/bin/sh\nada:x:1000:1000::/home/ada:/bin/sh\nx:y\n",
    ])
    let machine = made.machine
    #expect(machine.groups.map(\.name) == ["root", "dialout"])
    #expect(machine.groups.last?.members == ["ada", "grace"])
    #expect(machine.groupName(20) == "dialout" && machine.groupName(21) == "21")
    #expect(machine.userNames == [0: "root", 1000: "ada"])
  }

  @Test(
    arguments: [
      ("docker", "/.dockerenv"), ("podman", "/run/.containerenv"),
      ("systemd-nspawn", "/run/systemd/container"),
    ])
  func knowsContainers(why: String, path: String) throws {
    let machine = try MadeUpTree([path: ""]).machine
    #expect(machine.isContainer && !machine.hasUdev && !machine.isRaspberryPi)
  }

  @Test func knowsARaspberryPi() throws {
    let made = try MadeUpTree([
      "/proc/device-tree/model": "Raspberry Pi 4 Model B Rev 1.4\0",
      "/boot/firmware/cmdline.txt": "", "/boot/cmdline.txt": "", "/run/udev/control": "",
    ])
    let machine = made.machine
    #expect(machine.isRaspberryPi && machine.hasUdev && !machine.isContainer)
    #expect(machine.bootFile == "/boot/firmware/cmdline.txt")
  }

  @Test(
    arguments: [
      ("ttyS1", 4 << 8 | 65, 4, 65), ("pts/3", 136 << 8 | 3, 136, 3),
      ("a minor number of more than a byte", 188 << 8 | 1 << 20 | 2, 188, 258),
    ] as [(String, UInt64, UInt32, UInt32)])
  func splitsDeviceNumbers(why: String, number: UInt64, major: UInt32, minor: UInt32) {
    let device = DeviceNumber(number)
    #expect(device.major == major && device.minor == minor)
  }
}
