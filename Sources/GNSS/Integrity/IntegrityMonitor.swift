// Core Location for Linux. SPDX-License-Identifier: MIT

package import NMEA0183

/// Decides which fixes should not be trusted, and why; it never drops or changes one.
///
/// It is given everything that a receiver reports, in order. A warning lasts for some seconds beyond its cause, because
/// what caused it may have come to stay.
package struct IntegrityMonitor: Sendable {
  /// The clock of this machine with which the receiver's is compared.
  package enum MachineClock: Sendable {
    /// The arrival of the bytes, of a receiver that is heard as it sends.
    case arrivals
    /// The times in TAG blocks, which a logger has put in front of the sentences.
    case tags
  }

  private let machineClock: MachineClock
  private var clock: ClockWatch
  /// The last time of this machine, nanoseconds; it becomes that of an epoch when its first sentence or frame comes.
  private var machine: Int64?
  private var motion = MotionWatch()
  private var signals = SignalWatch()
  /// Seconds since the first fix.
  private var now = 0.0
  /// Until when each warning lasts, and the last of these ends.
  private var ends = [Double](repeating: -1, count: FixWarning.allCases.count)
  private var lastEnd = -1.0
  /// When a u-blox receiver last reported jamming in a state that is no warning by itself, and when spoofing.
  private var doubts = (jamming: -Double.infinity, spoofing: -Double.infinity)

  package init(_ machineClock: MachineClock = .tags) {
    self.machineClock = machineClock
    clock = ClockWatch(machineClock)
  }

  // MARK: What is reported

  /// Records when bytes have arrived, nanoseconds on a clock that is never set and counts while the machine sleeps.
  package mutating func bytesArrived(at arrival: Int64) {
    if machineClock == .arrivals { machine = arrival }
  }

  /// Records the time in a TAG block, milliseconds since 1970.
  package mutating func tagged(_ milliseconds: Int64) {
    // A damaged block may contain any number.
    guard machineClock == .tags, abs(milliseconds) < 1 << 43 else { return }
    machine = milliseconds * 1_000_000
  }

  /// Records that the last sentence or frame is the first report of an instant.
  package mutating func epochBegins() { clock.machine = machine }

  package mutating func received(_ view: SatellitesInView) { signals.received(view, at: now) }

  package mutating func reported(_ warning: FixWarning) {
    hold(warning, IntegrityThresholds.reportedHold)
  }

  private mutating func hold(_ warning: FixWarning, _ seconds: Double) {
    let end = max(ends[Int(warning.rawValue)], now + seconds)
    (ends[Int(warning.rawValue)], lastEnd) = (end, max(lastEnd, end))
  }

  package mutating func lostFix() { motion.lostFix() }

  /// Returns the reasons not to trust a fix.
  package mutating func examine(_ fix: Fix) -> FixWarnings {
    let step = clock.received(fix.time)
    let since = now - IntegrityThresholds.hold
    now += step.elapsed
    var causes = motion.received(fix, after: step.seconds)
    causes.formUnion(signals.warnings)
    if doubts.jamming >= since, doubts.spoofing >= since || causes.contains(.signalLoss) {
      reported(.receiverReportsJamming)
    }
    if step.isJump { causes.insert(FixWarnings(.clockJump)) }
    if !causes.isEmpty { for warning in causes.list { hold(warning, IntegrityThresholds.hold) } }
    return warnings
  }

  /// The reasons not to trust what the receiver reports at present.
  package var warnings: FixWarnings {
    guard lastEnd >= now else { return [] }
    var warnings: FixWarnings = []
    for warning in FixWarning.allCases where ends[Int(warning.rawValue)] >= now {
      warnings.insert(FixWarnings(warning))
    }
    return warnings
  }
}

// MARK: - The receiver's own words

extension IntegrityMonitor {
  /// Processes a sentence in which a receiver may warn.
  package mutating func received(_ message: Message) {
    let status: UInt8? =
      switch message {
      case .pqtmjam(let message): message.status
      case .pairspf(let message): message.status
      case .pairspf5(let message): message.status
      default: nil
      }
    if IntegrityThresholds.isReported(status) { reported(.receiverReportsJamming) }
  }

  /// Records that the receiver says that it is being spoofed.
  mutating func receivedSpoofing() {
    doubts.spoofing = now
    reported(.receiverReportsSpoofing)
  }

  /// Records that the receiver says that it is being jammed.
  ///
  /// - Parameter isCertain: whether that is a warning by itself; otherwise only beside another sign.
  mutating func receivedJamming(isCertain: Bool) {
    doubts.jamming = now
    if isCertain { reported(.receiverReportsJamming) }
  }
}
