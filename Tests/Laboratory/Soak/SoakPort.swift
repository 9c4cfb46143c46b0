// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import Glibc
import NMEA0183
import ReceiverSimulator
import TestSupport

/// A simulated receiver on a pseudo-terminal behind a link, as udev would make one, and a count of what it has sent.
struct SoakPort {
  /// A defect of the line or the receiver.
  enum Fault {
    case none
    /// The receiver continues to work, but sends nothing.
    case silent
    /// In many sentences one bit is changed, and there is noise after some bursts.
    case garbled
  }

  /// The path under which the supervisor knows it.
  let link: String
  var fault = Fault.none
  /// The rate at which the receiver sends, in bits per second: at another rate only garbage is received.
  private(set) var baudRate = 9600
  /// Epochs per second of the receiver's time.
  private(set) var rate = 10
  /// The number of epochs that were written, including those without a position.
  private(set) var written = 0
  /// The number of epochs that were cut short because nothing was reading.
  private(set) var overruns = 0
  /// The receiver's time of its next epoch, in milliseconds since 1970.
  private(set) var nextTime = 1_750_000_000_000

  private var terminal: PseudoTerminal?
  private var receiver: SimulatedReceiver
  private var random: SplitMix64
  private var burst: [UInt8] = []

  /// Whether it is plugged in.
  var isPlugged: Bool { terminal != nil }

  init(link: String, seed: UInt64) throws {
    self.link = link
    random = SplitMix64(seed: seed)
    receiver = Self.receiver(at: 1_750_000_000_000, 10, noFix: 0, coldStart: 0, &random)
    try plug(baudRate: 9600)
  }

  // MARK: Troubles

  /// Plugs it in, as a new terminal.
  mutating func plug(baudRate: Int) throws {
    self.baudRate = baudRate
    let terminal = try PseudoTerminal()
    _ = symlink(terminal.path, link + ".new")
    rename(link + ".new", link)
    self.terminal = terminal
  }

  /// Unplugs it.
  mutating func unplug() {
    unlink(link)
    terminal = nil
  }

  mutating func setBaudRate(_ baudRate: Int) { self.baudRate = baudRate }

  /// Continues at another place on Earth, with another epoch rate.
  ///
  /// - Parameters:
  ///   - rate: epochs per second of its time.
  ///   - noFix: seconds of its time without a position.
  ///   - coldStart: seconds of its time without a position, at first without time and date too.
  mutating func restart(rate: Int, noFix: Double = 0, coldStart: Double = 0) {
    self.rate = rate
    nextTime = (nextTime + 999) / 1000 * 1000
    receiver = Self.receiver(at: nextTime, rate, noFix: noFix, coldStart: coldStart, &random)
  }

  private static func receiver(
    at time: Int, _ rate: Int, noFix: Double, coldStart: Double, _ random: inout SplitMix64
  ) -> SimulatedReceiver {
    let center = SimulatedPosition(
      latitude: random.uniform() * 160 - 80, longitude: random.uniform() * 360,
      altitude: 100)
    let seconds = time / 1000
    guard
      let clock = UTCTime(
        hour: UInt8(seconds / 3600 % 24), minute: UInt8(seconds / 60 % 60),
        second: UInt8(seconds % 60))
    else { preconditionFailure("a second of the day is a time") }
    var configuration = SimulatedReceiver.Configuration(
      route: .circle(center: center, radius: 5000, speed: 30),
      startDate: CivilDate(daysSince1970: seconds / 86400), startTime: clock)
    configuration.rate = rate
    configuration.sentences = [.rmc, .gga, .gsa, .gsv, .vtg]
    configuration.faults.outages = [0..<noFix]
    configuration.faults.coldStart = coldStart
    return SimulatedReceiver(configuration, seed: random.next())
  }

  // MARK: Output

  /// Sends its next epoch, or skips it if it is unplugged or silent.
  ///
  /// - Parameter isCalm: whether the witness must receive its position.
  mutating func send(recording truth: inout SoakTruth, isCalm: Bool) {
    burst.removeAll(keepingCapacity: true)
    guard let epoch = receiver.nextEpoch(appendingTo: &burst) else { return }
    let time = nextTime
    nextTime += 1000 / rate
    guard let terminal else { return }
    var settings = terminal.settings
    let isUnderstood = cfgetospeed(&settings) == Self.speeds[baudRate]
    if fault == .silent { return }
    if fault == .garbled { garble() }
    if !isUnderstood { for index in burst.indices { burst[index] |= 0x80 } }
    let sent = terminal.send(burst)
    written += 1
    if sent < burst.count { overruns += 1 }
    // Until a program opens it, a terminal echoes.
    if written % 64 == 0 || sent < burst.count { _ = terminal.receive() }
    truth.written(
      time, epoch.stage == .fixed ? epoch.measured.position : nil,
      isOwed: isCalm && isUnderstood && fault == .none && sent == burst.count)
  }

  private mutating func garble() {
    // A checksum always detects one wrong bit in a sentence.
    for index in burst.indices where burst[index] == UInt8(ascii: "*") {
      if random.uniform() < 0.5 { burst[index - 5] ^= 1 << UInt8(random.next() % 8) }
    }
    if random.uniform() < 0.5 {
      burst += (0..<random.next() % 64).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    }
  }

  private static let speeds: [Int: speed_t] = [
    4800: speed_t(B4800), 9600: speed_t(B9600), 38400: speed_t(B38400),
    115_200: speed_t(B115200),
  ]
}
