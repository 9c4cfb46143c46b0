// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LinuxSystem
import SerialLine
import TestSupport
import Testing

/// What can be opened, and by whom.
struct SerialPortTests {
  @Test(
    arguments: [
      ("nothing there", "/dev/there-is-no-such-port", SerialPortError.Cause.missing),
      ("a file where a folder should be", "/etc/hostname/port", .missing),
      ("a directory", "/dev", .notAPort),
      ("a file", "/etc/hostname", .notAPort),
      ("a device that is empty", "/dev/null", .notAPort),
      ("a device that never ends", "/dev/zero", .notAPort),
    ] as [(why: String, path: String, cause: SerialPortError.Cause)],
    [SerialPort.Access.reading, .readingAndWriting])
  func explainsWhatCannotBeOpened(
    row: (why: String, path: String, cause: SerialPortError.Cause), access: SerialPort.Access
  ) {
    #expect(throws: SerialPortError(row.cause, row.path), "\(row.why)") {
      _ = try SerialPort(path: row.path, access: access)
    }
  }

  /// The kernel refuses to open one with the error number of a port that was unplugged.
  @Test func aSocketIsNotAPort() throws {
    let scratch = try ScratchFolder()
    let path = scratch.path + "/socket"
    let server = try StandInServer(path: path, greeting: "")
    defer { server.stop() }
    #expect(throws: SerialPortError(.notAPort, path)) { _ = try SerialPort(path: path) }
  }

  @Test func aLinkLeadsToItsPort() throws {
    let (terminal, scratch) = (try PseudoTerminal(), try ScratchFolder())
    let link = scratch.path + "/gps"
    try #require(symlink(terminal.path, link) == 0)
    let port = try SerialPort(path: link)
    #expect(port.path == link && port.isLine == true)
    let gone = scratch.path + "/unplugged"
    try #require(symlink("/dev/there-is-no-such-port", gone) == 0)
    #expect(throws: SerialPortError(.missing, gone)) { _ = try SerialPort(path: gone) }
  }

  @Test func aNamedPipeIsAPortWithoutARate() throws {
    let scratch = try ScratchFolder()
    let path = scratch.path + "/pipe"
    try #require(mkfifo(path, 0o600) == 0)
    let port = try SerialPort(path: path, rate: .b9600)
    #expect(port.isLine == false && port.rate == nil)
    try port.setRate(.b4800)
    let writer = open(path, O_WRONLY | O_CLOEXEC)
    try #require(writer >= 0)
    #expect(try port.text(of: 1) == nil, "nothing was written yet")
    try #require(write(writer, "$GP", 3) == 3)
    #expect(try port.text(of: 3) == "$GP")
    close(writer)
    #expect(try port.text(of: 1) == "gone")
  }

  // MARK: Exclusive use

  @Test func belongsToTheProgramThatOpenedIt() throws {
    let terminal = try PseudoTerminal()
    do {
      let port = try SerialPort(path: terminal.path)
      // Its own process is not among those that are named.
      #expect(throws: SerialPortError(.busy([]), terminal.path)) {
        _ = try SerialPort(path: terminal.path)
      }
      #expect(port.isLine == true, "the first one is unaffected")
    }
    _ = try SerialPort(path: terminal.path)
  }

  @Test func aFailedOpeningLeavesThePortFree() throws {
    let terminal = try PseudoTerminal()
    #expect(throws: SerialPortError(.unsupportedRate(.init(rawValue: 0)), terminal.path)) {
      _ = try SerialPort(path: terminal.path, rate: BaudRate(rawValue: 0))
    }
    _ = try SerialPort(path: terminal.path)
  }

  @Test func isLeftToAnotherProgramThatHasItOpen() throws {
    let terminal = try PseudoTerminal()
    let theirs = open(terminal.path, O_RDONLY | O_NOCTTY | O_CLOEXEC)
    try #require(theirs >= 0)
    // Without a lock, as in most programs.
    let process = try spawn("cat", nil, from: theirs, to: STDERR_FILENO)
    defer {
      kill(process, SIGKILL)
      reap(process)
    }
    close(theirs)
    #expect(eventually { PortHolder.all(of: terminal.path).map(\.name) == ["cat"] })
    let holder = PortHolder(process: process, name: "cat")
    #expect(throws: SerialPortError(.busy([holder]), terminal.path)) {
      _ = try SerialPort(path: terminal.path)
    }
  }
}
