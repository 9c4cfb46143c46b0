// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import TestSupport

extension PseudoTerminal {
  /// Changes the settings of the port, as a program that used it before.
  func configure(_ change: (inout termios) -> Void) {
    var settings = settings
    change(&settings)
    tcsetattr(master, TCSANOW, &settings)
  }

  /// Has the kernel keep the rate, whatever is asked of it.
  func lockRate() {
    var mask = [UInt32](repeating: 0, count: 11)
    mask[2] = tcflag_t(CBAUD)
    _ = ioctl(master, 0x5457, &mask)  // TIOCSLCKTRMIOS
  }

  /// Sends bytes until the kernel accepts no more, and returns those that it has accepted.
  func fill() -> [UInt8] {
    var sent: [UInt8] = []
    while true {
      let piece = (0..<997).map { UInt8(truncatingIfNeeded: sent.count + $0) }
      let count = send(piece)
      guard count > 0 else { return sent }
      sent += piece[..<count]
    }
  }
}

extension termios {
  /// Everything that would change, hold back or answer a byte.
  mutating func becomeHostile() {
    c_iflag = tcflag_t(
      BRKINT | PARMRK | INPCK | ISTRIP | INLCR | ICRNL | IXON | IXOFF | IXANY | IMAXBEL)
    c_oflag = tcflag_t(OPOST | ONLCR | OCRNL)
    c_lflag = tcflag_t(ECHO | ECHONL | ICANON | ISIG | IEXTEN | TOSTOP)
    c_cflag |= tcflag_t(CSTOPB | PARENB | PARODD | HUPCL)
    (c_cc.5, c_cc.6) = (10, 200)
  }

  /// All flags, characters and rates, to be compared.
  var text: String { "\(c_iflag) \(c_oflag) \(c_cflag) \(c_lflag) \(c_cc) \(c_ispeed) \(c_ospeed)" }
}
