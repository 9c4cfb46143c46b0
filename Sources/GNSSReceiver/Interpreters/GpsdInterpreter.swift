// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationJSON
import LocationProtocols

/// Reads what a gpsd reports to a client that watches.
///
/// Of several receivers it follows one: the one that was named, else the first with a fix, until that loses its fix or
/// falls silent.
struct GpsdInterpreter: Interpreter {
  let protocolName = "gpsd's protocol"
  private(set) var progress = FixPipeline.Progress()

  /// The name of this gpsd in messages.
  private let name: String
  /// The device to follow; `nil` for any.
  private let device: String?
  private var lines = LineFramer(longest: GpsdReport.longestLine)
  private var hasGreeted = false
  /// The device whose fixes are passed on; `nil` while none has a fix.
  private var current: String?
  /// For how long its last fix counts, once others have one.
  private var age = FixAge()
  /// The time of the last fix: gpsd may report one instant several times, as it learns more about it.
  private var last: FixTime?
  /// The last time that gpsd reported without a fix.
  private var lost: FixTime?
  private var sky: SKY?
  private var period = FixPeriod()
  /// Judges what gpsd passes on, without a clock: when it arrives depends on gpsd.
  private var integrity: (device: String?, monitor: IntegrityMonitor) = (nil, IntegrityMonitor())

  init(_ name: String, device: String?) {
    self.name = name
    self.device = device
  }

  mutating func read(_ bytes: RawSpan, at now: Duration, _ consume: Interpretation.Consumer) {
    lines.push(bytes)
    while let line = lines.next() {
      guard let message = GpsdReport(line: line) else { continue }
      received(message, at: now, consume)
    }
  }

  private mutating func received(
    _ message: GpsdReport, at now: Duration, _ consume: Interpretation.Consumer
  ) {
    switch message {
    case .version:
      hasGreeted = true
      consume(.understood)
    case _ where !hasGreeted: break
    case .devices(let devices):
      for gone in devices where gone.isLost { lost(gone.path, consume) }
      guard devices.allSatisfy(\.isLost) else { return consume(.understood) }
      let why = "\(name) has no receiver; give it one with \"gpsdctl add\""
      consume(.state(Self.state("searching", .noReceiver, why)))
    case .device(let changed):
      if changed.isLost {
        lost(changed.path, consume)
      } else if concerns(changed.path) {
        consume(.understood)
      }
    case .tpv(let tpv): if concerns(tpv.device) { received(tpv, at: now, consume) }
    case .sky(let sky):
      guard isFollowed(sky.device) else { return }
      self.sky = sky
      integrity.monitor.received(sky.satellitesInView)
      consume(.event(.report(.satellites(sky.satellitesInView)), receiver: sky.device))
    case .att(let att):
      guard concerns(att.device), let heading = att.bearing else { return }
      consume(.event(.report(.heading(heading)), receiver: att.device))
    case .gst(let gst):
      guard isFollowed(gst.device) else { return }
      consume(.event(.report(.errorStatistics(gst.statistics)), receiver: gst.device))
    case .error(let reason):
      let why = "\(name) refuses: \(reason.shortened(toBytes: 200))"
      consume(.state(Self.state("failed", .trouble, why)))
    case .watch, .poll, .other: break
    }
  }

  private func concerns(_ name: String?) -> Bool { device == nil || name == nil || name == device }

  private func isFollowed(_ name: String?) -> Bool {
    concerns(name) && (current == nil || name == current)
  }

  private mutating func received(
    _ tpv: TPV, at now: Duration, _ consume: Interpretation.Consumer
  ) {
    if age.hasFix, tpv.device != current {
      guard let deadline = age.deadline, now >= deadline else { return }
      lostFix(nil, consume)
    }
    guard var fix = tpv.fix else {
      // A position without a time is neither a fix nor the loss of one.
      if tpv.mode == .unknown || tpv.mode == .noFix { lostFix(tpv.time, consume) }
      return
    }
    guard fix.time != last else { return }
    if tpv.device != integrity.device {
      integrity = (tpv.device, IntegrityMonitor())
      period = FixPeriod()
    }
    (current, last) = (tpv.device, fix.time)
    // A service of ours, which passes on what it has from GeoClue.
    if tpv.device == GeoClueSource.form { fix.source = .geoClue }
    if let sky, sky.device == tpv.device {
      fix.satellitesInView = sky.seen ?? sky.satellitesInView.count
      fix.satellitesUsed = sky.used ?? sky.satellites.count(where: \.isUsed)
      fix.dilutionOfPrecision.horizontal = sky.horizontalDilution
      fix.dilutionOfPrecision.vertical = sky.verticalDilution
      fix.dilutionOfPrecision.position = sky.positionDilution
    }
    if fix.source == nil { fix.warnings.formUnion(integrity.monitor.examine(fix)) }
    period.received(fix.time)
    progress.period = period.value
    age.received(at: now)
    age.know(period: period.value)
    consume(.event(.report(.fix(fix)), receiver: tpv.device))
  }

  private mutating func lost(_ path: String, _ consume: Interpretation.Consumer) {
    guard concerns(path) else { return }
    if path == current || current == nil { lostFix(nil, consume) }
    let why = "\(name) has lost \(path.shortened(toBytes: 127)); plug it in again"
    var state = Self.state("unplugged", .trouble, why)
    state.device = path
    consume(.state(state))
  }

  private mutating func lostFix(_ time: String?, _ consume: Interpretation.Consumer) {
    (current, sky) = (nil, nil)
    let instant = time.flatMap { FixTime(text: $0) }
    guard age.hasFix else {
      // gpsd repeats the last time of a receiver that has fallen silent.
      if let instant, instant != lost { consume(.event(.timeWithoutFix(instant))) }
      lost = instant
      return
    }
    lost = instant
    age.forget()
    integrity.monitor.lostFix()
    consume(.event(.report(.fixLost(instant))))
  }

  private static func state(
    _ state: String, _ code: StateReport.Code, _ explanation: String
  ) -> StateReport {
    var report = StateReport(state: state, code: code)
    report.explanation = explanation
    return report
  }
}
