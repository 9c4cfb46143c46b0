// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import SerialLine
import TestSupport
import Testing

/// The settings of a line while a port is open, and afterwards.
struct SerialPortSettingsTests {
  private static let found: [(why: String, change: @Sendable (inout termios) -> Void)] = [
    ("as the kernel makes it", { _ in }),
    ("as a shell leaves it", { $0.c_lflag |= tcflag_t(ECHO | ICANON | ISIG | IEXTEN) }),
    ("as a hostile program leaves it", { $0.becomeHostile() }),
    ("seven bits and parity, as meters use", { $0.c_cflag = tcflag_t(CS7 | PARENB | B300) }),
    (
      "reads that time out",
      {
        $0.c_cc.5 = 50
        $0.c_cc.6 = 255
      }
    ),
    ("at rest", { cfsetspeed(&$0, speed_t(B0)) }),
  ]

  @Test(arguments: found)
  func isRawWhileOpenAndRestoredAfterwards(
    why: String, change: @Sendable (inout termios) -> Void
  ) throws {
    let terminal = try PseudoTerminal()
    terminal.configure(change)
    let before = terminal.settings
    do {
      let port = try SerialPort(path: terminal.path, rate: .b9600)
      #expect(port.rate == .b9600)
      let during = terminal.settings
      #expect(during.c_lflag & tcflag_t(ICANON | ECHO | ISIG | IEXTEN) == 0, "\(why)")
      // Without these, a break is a zero byte, and no byte is changed, doubled or held back.
      let changing = IGNBRK | BRKINT | PARMRK | INPCK | ISTRIP | INLCR | IGNCR | ICRNL
      #expect(during.c_iflag & tcflag_t(changing | IXON | IXOFF | IXANY) == 0, "\(why)")
      #expect(during.c_oflag & tcflag_t(OPOST) == 0, "\(why)")
      let frame = tcflag_t(CSIZE | CSTOPB | PARENB | HUPCL | CLOCAL | CREAD) | tcflag_t(CRTSCTS)
      #expect(during.c_cflag & frame == tcflag_t(CS8 | CREAD | CLOCAL), "\(why)")
      #expect(during.c_cc.6 == 1 && during.c_cc.5 == 0, "\(why): VMIN and VTIME")
    }
    #expect(terminal.settings.text == before.text, "\(why)")
  }

  @Test(
    arguments: [
      ("an old receiver", 1200), ("NMEA 0183", 4800), ("most receivers", 9600),
      ("MTK's odd one", 14400), ("high-speed NMEA 0183", 38400), ("u-blox", 115_200),
      ("RTK", 460_800), ("the fastest constant", 4_000_000), ("Doppler boards", 12345),
      ("MIDI's", 31250), ("DMX's", 250_000), ("USB's only limit", 12_000_000),
      ("slower than any receiver", 1),
    ] as [(why: String, rate: UInt32)])
  func setsStandardAndUnusualRates(why: String, rate: UInt32) throws {
    let terminal = try PseudoTerminal()
    let before = terminal.settings
    do {
      let port = try SerialPort(path: terminal.path, rate: BaudRate(rawValue: rate))
      #expect(port.rate?.rawValue == rate, "\(why)")
      try port.setRate(.b9600)
      #expect(port.rate == .b9600, "\(why)")
      try port.setRate(BaudRate(rawValue: rate))
      #expect(port.rate?.rawValue == rate, "\(why)")
    }
    #expect(terminal.settings.text == before.text, "\(why)")
  }

  /// In a process of its own, in which no other test is given the number of the descriptor that is closed twice.
  @Test func keepsAnUnusualRateThatItWasNotToldToChange() async {
    await #expect(processExitsWith: .success) {
      let terminal = try PseudoTerminal()
      let killed = try SerialPort(path: terminal.path, rate: BaudRate(rawValue: 12345))
      // As after a process that was killed: nothing restored the settings, and the next one finds them.
      close(killed.descriptor)
      do {
        let port = try SerialPort(path: terminal.path)
        #expect(port.rate?.rawValue == 12345)
        try port.setRate(.b9600)
      }
      let port = try SerialPort(path: terminal.path)
      #expect(port.rate?.rawValue == 12345, "restored, although termios has no constant for it")
      // Its last use, so that it is not closed before.
      exit(killed.path == terminal.path ? EXIT_SUCCESS : EXIT_FAILURE)
    }
  }

  /// To a driver, 0 means to hang up.
  @Test func zeroIsNotARate() throws {
    let terminal = try PseudoTerminal()
    let before = terminal.settings
    let zero = BaudRate(rawValue: 0)
    do {
      let port = try SerialPort(path: terminal.path, rate: .b9600)
      #expect(throws: SerialPortError(.unsupportedRate(zero), terminal.path)) {
        try port.setRate(zero)
      }
      #expect(port.rate == .b9600)
    }
    #expect(terminal.settings.text == before.text)
  }

  /// Locked settings are what a pseudo-terminal has in place of a driver that refuses: the kernel reports success.
  @Test(
    .enabled(if: geteuid() == 0, "only root can lock settings"),
    arguments: [("at opening", true), ("later", false)] as [(why: String, isAtOpening: Bool)])
  func reportsARateThatTheDriverRefuses(why: String, isAtOpening: Bool) throws {
    let terminal = try PseudoTerminal()
    let before = terminal.settings
    let refusal = SerialPortError(.unsupportedRate(.b4800), terminal.path)
    if isAtOpening {
      terminal.lockRate()
      #expect(throws: refusal) { _ = try SerialPort(path: terminal.path, rate: .b4800) }
      #expect(terminal.settings.text == before.text, "an error restores the settings, too")
    }
    do {
      let port = try SerialPort(path: terminal.path)
      terminal.lockRate()
      #expect(throws: refusal) { try port.setRate(.b4800) }
      terminal.send("$GP")
      #expect(try port.text(of: 3) == "$GP", "it is still open, at its old rate")
    }
    #expect(terminal.settings.text == before.text)
  }
}
