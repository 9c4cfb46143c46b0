// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
import LocationJSON

/// Reads what a gpsd reports to a client that watches: turns the bytes of its socket into fixes and changes of its
/// devices.
///
/// Of several receivers it follows one: the one that was named, else the first with a fix, until that loses its fix.
package struct GpsdReader: Sendable {
  /// An event that follows from what gpsd reports.
  package enum Event: Hashable, Sendable {
    /// The server is gpsd, of this version.
    case greeted(release: String)
    case fix(FixEvent)
    /// The paths of gpsd's devices; empty if it has none.
    case devices([String])
    /// A device has been lost.
    case lost(device: String)
    /// gpsd refuses a request, with this message.
    case refused(String)
  }

  /// The device to follow; `nil` for any.
  private let device: String?
  private var lines = LineFramer(longest: GpsdReport.longestLine)
  private var hasGreeted = false
  /// The device whose fixes are passed on; `nil` while none has a fix.
  private var current: String?
  private var hasFix = false
  /// The time of the last fix: gpsd may report one instant several times, as it learns more about it.
  private var last: FixTime?
  private var sky: SKY?

  package init(device: String?) { self.device = device }

  /// Takes bytes, and reports the events in them.
  package mutating func push(_ bytes: RawSpan, _ report: (Event) -> Void) {
    lines.push(bytes)
    while let line = lines.next() {
      guard let message = GpsdReport(line: line) else { continue }
      received(message, report)
    }
  }

  private mutating func received(_ message: GpsdReport, _ report: (Event) -> Void) {
    switch message {
    case .version(let release, _, _, _):
      hasGreeted = true
      report(.greeted(release: release))
    case _ where !hasGreeted: break
    case .devices(let devices):
      for gone in devices where gone.isLost { lost(gone.path, report) }
      report(.devices(devices.filter { !$0.isLost }.map(\.path)))
    case .device(let changed): if changed.isLost { lost(changed.path, report) }
    case .tpv(let tpv): if concerns(tpv.device) { received(tpv, report) }
    case .sky(let sky):
      guard concerns(sky.device), current == nil || sky.device == current else { return }
      self.sky = sky
      report(.fix(.satellites(sky.satellitesInView)))
    case .att(let att):
      guard concerns(att.device), let heading = att.bearing else { return }
      report(.fix(.heading(heading)))
    case .gst(let gst):
      guard concerns(gst.device), current == nil || gst.device == current else { return }
      report(.fix(.errorStatistics(gst.statistics)))
    case .error(let message): report(.refused(message))
    case .watch, .poll, .other: break
    }
  }

  private func concerns(_ name: String?) -> Bool { device == nil || name == nil || name == device }

  private mutating func received(_ tpv: TPV, _ report: (Event) -> Void) {
    if hasFix, tpv.device != current { return }
    guard var fix = tpv.fix else {
      // A position without a time is neither a fix nor the loss of one.
      if tpv.mode == .unknown || tpv.mode == .noFix { lostFix(tpv.time, report) }
      return
    }
    guard fix.time != last else { return }
    (hasFix, current, last) = (true, tpv.device, fix.time)
    if let sky, sky.device == tpv.device {
      fix.satellitesInView = sky.seen ?? sky.satellitesInView.count
      fix.satellitesUsed = sky.used ?? sky.satellites.count(where: \.isUsed)
      fix.dilutionOfPrecision.horizontal = sky.horizontalDilution
      fix.dilutionOfPrecision.vertical = sky.verticalDilution
      fix.dilutionOfPrecision.position = sky.positionDilution
    }
    report(.fix(.fix(fix)))
  }

  private mutating func lost(_ path: String, _ report: (Event) -> Void) {
    guard concerns(path) else { return }
    if path == current || current == nil { lostFix(nil, report) }
    report(.lost(device: path))
  }

  private mutating func lostFix(_ time: String?, _ report: (Event) -> Void) {
    (current, sky) = (nil, nil)
    guard hasFix else { return }
    hasFix = false
    report(.fix(.fixLost(time.flatMap { FixTime(text: $0) })))
  }
}
