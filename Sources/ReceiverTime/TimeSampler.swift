// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
import NMEA0183

/// Decides which moments of a receiver tell how wrong the machine's clock is: a value that is given bytes, fixes and times.
///
/// One sample per second, for the first byte of a burst, once four epochs in a row have agreed.
package struct TimeSampler: Sendable {
  package enum State: String, Hashable, Sendable {
    /// A fix with a date.
    case waitingForFix
    case leapSecondsUnknown
    /// Sentences state different times at once, or have in the last minute.
    case contradictory
    /// Fixes come, but no pause separates their bursts, so that no first byte is known.
    case noPause
    /// Too few epochs in a row have agreed.
    case settling
    case sampling
  }

  package private(set) var state = State.waitingForFix
  private var reader = InstantReader()
  private var bursts = BurstFinder()
  private var contradictions = ContradictionWatch()
  private var period = FixPeriod()
  private var isResolved = true
  private var leap: LeapSecond?
  /// When the announced leap second happens, nanoseconds since 1970.
  private var leapEvent: Int64?
  /// The last epoch: its time, and its offset.
  private var last: (time: Int64, offset: Int64)?
  /// How many epochs in a row have agreed.
  private var agreeing = 0
  /// The last whole second of which there was a sample.
  private var lastSampled: Int64?

  private static let second: Int64 = 1_000_000_000
  /// How many epochs have to agree before the first sample.
  private static let fewestAgreeing = 4
  /// The greatest difference of offsets that agree, nanoseconds.
  private static let agreement: Int64 = 500_000_000
  /// How far from a whole second an epoch may be, nanoseconds: receivers print their own clock's milliseconds.
  private static let wholeSecond: Int64 = 5_000_000

  package init() {}

  /// - Parameter time: the machine's clock when they had arrived, nanoseconds since 1970.
  package mutating func received(_ bytes: RawSpan, at time: Int64) {
    bursts.bytesArrived(at: time, period: period.value?.nanoseconds)
    var statements: [InstantReader.Statement] = []
    reader.read(bytes) { statements.append($0) }
    for statement in statements {
      switch statement {
      case .instant(let instant):
        bursts.mentioned(instant)
        contradictions.stated(instant, in: bursts.count, at: time)
      case .isResolved(let isResolved): self.isResolved = isResolved
      case .leapSecond(let leap): (self.leap, leapEvent) = (leap, nil)
      }
    }
  }

  /// Processes a fix, which comes after the bytes that it was read from.
  ///
  /// - Returns: `nil` unless there is a sample.
  package mutating func received(_ fix: Fix) -> TimeSample? {
    period.received(fix.time)
    guard let fixTime = fix.time, let time = fixTime.nanosecondsSince1970, Self.hasTime(fix) else {
      state = .waitingForFix
      agreeing = 0
      return nil
    }
    guard isResolved else {
      state = .leapSecondsUnknown
      agreeing = 0
      return nil
    }
    guard !contradictions.holds(at: time) else {
      state = .contradictory
      agreeing = 0
      return nil
    }
    guard let start = bursts.start(of: fixTime.time.nanosecondsOfDay) else {
      if state != .sampling { state = .noPause }
      return nil
    }
    follow(time, offset: time - start)
    guard agreeing >= Self.fewestAgreeing else {
      state = .settling
      return nil
    }
    state = .sampling
    let whole = (time + Self.second / 2) / Self.second
    guard abs(time - whole * Self.second) <= Self.wholeSecond,
      lastSampled.map({ whole > $0 }) ?? true
    else { return nil }
    lastSampled = whole
    return TimeSample(arrival: start, time: time, leap: leap(at: fixTime, time))
  }

  package mutating func fixLost() { (state, agreeing, last) = (.waitingForFix, 0, nil) }

  /// Counts the epochs that agree; one that does not, since either clock has jumped, begins anew.
  private mutating func follow(_ time: Int64, offset: Int64) {
    let agrees = last.map { time > $0.time && abs(offset - $0.offset) <= Self.agreement } ?? false
    if !agrees { lastSampled = nil }
    agreeing = agrees ? agreeing + 1 : 1
    last = (time, offset)
  }

  /// Whether a fix is one of satellites: what is simulated or typed in tells no time.
  private static func hasTime(_ fix: Fix) -> Bool {
    switch fix.quality {
    case .simulated?, .manual?: false
    default: true
    }
  }

  /// The leap second at the end of this month; only June and December have one.
  private mutating func leap(at fixTime: FixTime, _ time: Int64) -> TimeSample.Leap {
    guard let leap, leap.change != 0 else { return .none }
    let event = leapEvent ?? time + Int64(leap.secondsToChange) * Self.second
    leapEvent = event
    guard let month = fixTime.date?.month, month == 6 || month == 12, event > time,
      event <= time + 31 * 86_400 * Self.second
    else { return .none }
    return leap.change > 0 ? .insert : .delete
  }
}

/// What the machine's clock showed at a moment, and what it should have shown.
package struct TimeSample: Hashable, Sendable {
  /// The end of the present day in UTC.
  package enum Leap: Int32, Hashable, Sendable {
    case none = 0
    case insert = 1
    case delete = 2
  }

  /// The machine's clock when the first byte of the burst had arrived, nanoseconds since 1970.
  package var arrival: Int64
  /// The receiver's time of that burst, nanoseconds since 1970.
  package var time: Int64
  package var leap = Leap.none

  /// The true time less the machine's time, seconds: negative by the time that the receiver takes to compute and to send.
  package var offset: Double { Double(time - arrival) / 1e9 }

  /// The machine's clock in whole microseconds, as `timeval` has it: seconds and the rest.
  private var machineTime: (seconds: Int64, microseconds: Int64) {
    let microseconds = arrival / 1000 - (arrival % 1000 < 0 ? 1 : 0)
    let seconds = microseconds / 1_000_000 - (microseconds % 1_000_000 < 0 ? 1 : 0)
    return (seconds, microseconds - seconds * 1_000_000)
  }

  /// `SOCK`: what every message begins with that chronyd and ntpd-rs accept.
  private static let magic: Int32 = 0x534F_434B

  /// The sample as chronyd's SOCK driver and ntpd-rs read it: 40 bytes in the machine's byte order.
  ///
  ///     tv_sec I8, tv_usec I8, offset double, pulse I4, leap I4, padding I4, magic I4
  package var bytes: [UInt8] {
    let (seconds, microseconds) = machineTime
    // To the nanosecond: what is below a microsecond of the machine's time goes into the offset.
    let offset = Double(time - (seconds * 1_000_000 + microseconds) * 1000) / 1e9
    return withUnsafeBytes(
      of: (seconds, microseconds, offset, Int32(0), leap.rawValue, Int32(0), Self.magic)
    ) { Array($0) }
  }
}
