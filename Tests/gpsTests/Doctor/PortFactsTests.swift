// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import SerialLine
import TestSupport
import Testing

@testable import gps

@Suite struct PortFactsTests {
  @Test func findsWhoHoldsIt() throws {
    let terminal = try PseudoTerminal()
    let made = try MadeUpTree()
    try made.addProcess(4711, "gpsd")
    try made.link("/proc/4711/fd/7", to: terminal.path)
    try made.addProcess(4712, "bash")
    try made.link("/proc/4712/fd/0", to: "/dev/null")
    let port = made.port(terminal.path)
    #expect(port.holders.map(\.description) == ["gpsd (process 4711)"])
    #expect(port.status?.isReadable == true)
    #expect(port.isHiddenFromModemManager == nil)
  }

  @Test(
    arguments: [
      ("the device", "S:gps0\nE:ID_MM_DEVICE_IGNORE=1\n", true),
      ("the port", "E:ID_MM_PORT_IGNORE=1", true),
      ("not at all", "E:ID_MM_CANDIDATE=1\n", false),
      ("no longer", "E:ID_MM_DEVICE_IGNORE=0\n", false),
    ])
  func asksUdevAboutModemManager(why: String, text: String, isHidden: Bool) throws {
    let terminal = try PseudoTerminal()
    let number = try #require(
      PortFacts(path: terminal.path, device: nil, SystemTree()).status?.number)
    let made = try MadeUpTree(["/run/udev/data/c\(number.major):\(number.minor)": text])
    let port = made.port(terminal.path)
    #expect(port.isHiddenFromModemManager == isHidden)
  }

  @Test func followsALink() throws {
    let terminal = try PseudoTerminal()
    let made = try MadeUpTree()
    try made.link("/dev/gps0", to: terminal.path)
    let path = made.root + "/dev/gps0"
    let port = made.port(path)
    #expect(port.path == path && port.node == terminal.path && port.names.contains("gps0"))
  }

  @Test(
    arguments: [
      ("a device of another kind", "/dev/null", false),
      ("a directory", "/tmp", false),
      ("a terminal", "/dev/ptmx", true),
    ])
  func distinguishesPortsFromOtherFiles(why: String, path: String, maySendBytes: Bool) {
    let port = PortFacts(path: path, device: nil, SystemTree())
    #expect(port.status?.maySendBytes == maySendBytes)
  }

  @Test func knowsThatNothingIsThere() throws {
    let port = PortFacts(path: "/dev/none", device: nil, SystemTree())
    #expect(port.status == nil && port.node == "/dev/none" && port.holders.isEmpty)
  }

  @Test(
    arguments: [
      ("USB of the receiver", "/dev/ttyACM0", true, true),
      ("an adapter", "/dev/ttyUSB0", true, false),
      ("a port on the board", "/dev/ttyAMA0", false, false),
    ])
  func distinguishesLines(why: String, path: String, isUSB: Bool, hasNoRate: Bool) {
    let port = PortFacts(path: path)
    #expect(port.isUSB == isUSB && port.hasNoRate == hasNoRate)
  }
}
