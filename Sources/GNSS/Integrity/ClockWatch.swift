// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

/// Compares the receiver's clock with itself, and with that of this machine.
///
/// A step of this machine's clock alone means nothing: it is set when the machine starts. Data may be delayed, and then
/// arrive all at once; so a receiver that seems late is not suspicious until it stays late.
struct ClockWatch: Sendable {
  private typealias Limits = IntegrityThresholds

  /// What the next fix shows.
  struct Step: Sendable {
    var isJump = false
    /// Seconds since the last fix, by the clock that is plausible; `nil` for the first fix, and if nobody knows.
    var seconds: Double?
    /// The same for how long warnings last, which is also known of a receiver that sends no times.
    var elapsed = 0.0
  }

  /// By how much the receiver's clock was ahead of this machine's, in one second.
  private struct Offset: Sendable {
    let second: Int
    var seconds: Double
  }

  private let machineClock: IntegrityMonitor.MachineClock
  /// This machine's time when the reports of the present instant began, nanoseconds on that clock; `nil` if unknown.
  var machine: Int64?
  private var last: (time: FixTime?, machine: Int64?)?
  /// The usual time between fixes, seconds.
  private var period = 1.0
  /// Where the clock stands relative to the latest time before it was set back; `nil` if it was not.
  private var behind: Double?
  /// The two clocks since ``start``, seconds.
  private var elapsed = 0.0
  private var elapsedHere = 0.0
  /// The greatest offsets in the seconds before.
  private var offsets: [Offset] = []

  init(_ machineClock: IntegrityMonitor.MachineClock) { self.machineClock = machineClock }

  mutating func received(_ time: FixTime?) -> Step {
    defer { last = (time, machine) }
    guard let last else { return Step() }
    let stepHere = last.machine.flatMap { before in machine.map { Double($0 - before) / 1e9 } }
    guard let time, let before = last.time else { return Step(elapsed: max(stepHere ?? period, 0)) }
    let step = time.seconds(after: before)
    if isLearned(time, after: before, step) {
      offsets.removeAll(keepingCapacity: true)
      behind = nil
      let seconds = stepHere.map { max($0, 0) }
      return Step(seconds: seconds, elapsed: seconds ?? period)
    }
    var result = self.step(step, stepHere)
    result.elapsed = result.seconds ?? 0
    return result
  }

  /// Whether the receiver did not know the time before, and so has not departed from it.
  private func isLearned(_ time: FixTime, after before: FixTime, _ step: Double) -> Bool {
    guard let date = time.date, step < 0 || step > 60 else { return false }
    guard let past = before.date else { return true }
    let earliest =
      switch machineClock {
      case .arrivals: CivilDate.build
      // A day less, since a logger's clock may be off.
      case .tags: machine.map { CivilDate(daysSince1970: Int($0 / nanosecondsPerDay) - 1) } ?? date
      }
    return past < earliest && earliest <= date
  }

  private mutating func step(_ step: Double, _ stepHere: Double?) -> Step {
    var result = Step()
    result.isJump = isSetBack(step)
    guard let stepHere, stepHere >= 0 else {
      offsets.removeAll(keepingCapacity: true)
      // How long it took is unknown if the only clock was set back.
      result.seconds = step > 0 ? step : step < -Limits.stepBack ? nil : period
      learn(step)
      return result
    }
    if departs(step, stepHere) { result.isJump = true }
    // Data that was delayed, and recordings made faster than in real time, arrive sooner than they were measured.
    result.seconds = result.isJump || step < 0 ? stepHere : step
    learn(step)
    return result
  }

  private mutating func learn(_ step: Double) { if step > 0, step < 60 { period = step } }

  /// Whether the clock was set back and goes on from there.
  ///
  /// Where sentences of one instant differ in time, it is ahead again with the next fix.
  private mutating func isSetBack(_ step: Double) -> Bool {
    if let before = behind {
      behind = nil
      return before + step <= 0
    }
    if step < -Limits.stepBack { behind = step }
    return false
  }

  private mutating func departs(_ step: Double, _ stepHere: Double) -> Bool {
    elapsed += step
    elapsedHere += stepHere
    let offset = elapsed - elapsedHere
    let second = Int(elapsedHere)
    let isUsual = abs(step - period) <= 0.5
    var isJump = false
    if abs(step - stepHere) > Limits.stepAhead {
      let known = offsets.max { $0.seconds < $1.seconds }?.seconds
      // Data that was delayed does not come earlier than before.
      isJump =
        !isUsual && step > 0 && offsets.count >= 3 && offset > (known ?? 0) + Limits.stepAhead
      // Otherwise this machine's clock was set, or data was delayed.
      if isJump || isUsual || step < 0 { offsets.removeAll(keepingCapacity: true) }
    } else if let drift = drift(at: second, offset), abs(drift) > Limits.drift {
      isJump = true
      offsets.removeAll(keepingCapacity: true)
    }
    note(offset, at: second)
    return isJump
  }

  private mutating func note(_ offset: Double, at second: Int) {
    if let newest = offsets.last, newest.second >= second {
      offsets[offsets.count - 1].seconds = max(newest.seconds, offset)
    } else {
      offsets.append(Offset(second: second, seconds: offset))
      if offsets.count > Int(Limits.clockMemory) + 4 { offsets.removeFirst() }
    }
  }

  /// Returns by how much the offset has changed in the last seconds; `nil` if too few are known.
  private func drift(at second: Int, _ offset: Double) -> Double? {
    guard let first = offsets.first, second - first.second >= 5 else { return nil }
    let oldest = max(first.second, second - Int(Limits.clockMemory) - 1)
    let old = offsets.lazy.filter { $0.second >= oldest && $0.second <= oldest + 2 }
      .map(\.seconds).max()
    // A single delay is over by the next second.
    let recent = offsets.lazy.filter { $0.second >= second - 2 }.map(\.seconds).max()
    return old.map { max(offset, recent ?? offset) - $0 }
  }
}

extension FixTime {
  /// Returns the seconds since another time, negative if it is earlier.
  ///
  /// Without dates, the two are less than twelve hours apart.
  fileprivate func seconds(after other: FixTime) -> Double {
    var nanoseconds = time.nanosecondsOfDay - other.time.nanosecondsOfDay
    let day = nanosecondsPerDay
    guard let date, let before = other.date else {
      if nanoseconds > day / 2 { nanoseconds -= day }
      if nanoseconds < -day / 2 { nanoseconds += day }
      return Double(nanoseconds) / 1e9
    }
    let days = date.daysSince1970 - before.daysSince1970
    return Double(Int64(days) * 86_400) + Double(nanoseconds) / 1e9
  }
}
