// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem
import SerialLine
import TestSupport
import Testing

struct SerialPortTests {
  @Test func isRawAndPutsBackWhatItFound() throws {
    let terminal = try PseudoTerminal()
    var before = terminal.settings
    do {
      let port = try SerialPort(path: terminal.path, rate: .b9600)
      #expect(port.rate == .b9600)
      let during = terminal.settings
      #expect(during.c_lflag & tcflag_t(ICANON | ECHO | ISIG) == 0)
      #expect(during.c_cflag & tcflag_t(CLOCAL) != 0)
      #expect(during.c_cflag & tcflag_t(HUPCL) == 0)
    }
    var after = terminal.settings
    #expect(after.c_lflag == before.c_lflag && after.c_iflag == before.c_iflag)
    #expect(after.c_cflag == before.c_cflag && cfgetospeed(&after) == cfgetospeed(&before))
  }

  @Test(arguments: [1200, 4800, 115_200, 4_000_000, 12345, 250_000] as [UInt32])
  func setsUsualAndOddRates(_ number: UInt32) throws {
    let terminal = try PseudoTerminal()
    let port = try SerialPort(path: terminal.path, rate: BaudRate(rawValue: number))
    #expect(port.rate?.rawValue == number)
  }

  @Test func isOneProcesssAlone() throws {
    let terminal = try PseudoTerminal()
    let port = try SerialPort(path: terminal.path)
    #expect {
      _ = try SerialPort(path: terminal.path)
    } throws: { error in
      guard let error = error as? SerialPortError, case .busy = error.cause else { return false }
      return true
    }
    _ = consume port
    _ = try SerialPort(path: terminal.path)
  }

  @Test func isLeftToAnotherProcessThatHasItOpen() throws {
    let terminal = try PseudoTerminal()
    let theirs = open(terminal.path, O_RDONLY | O_NOCTTY)
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

  @Test(
    arguments: [
      ("nothing there", "/dev/there-is-no-such-port", SerialPortError.Cause.missing),
      ("a directory", "/dev", .notAPort),
      ("a file", "/etc/hostname", .notAPort),
      ("a device at its end at once", "/dev/null", .notAPort),
      ("a device that never ends", "/dev/zero", .notAPort),
    ] as [(why: String, path: String, cause: SerialPortError.Cause)])
  func saysWhatCannotBeOpened(why: String, path: String, cause: SerialPortError.Cause) {
    #expect(throws: SerialPortError(cause, path)) { _ = try SerialPort(path: path) }
  }
}
