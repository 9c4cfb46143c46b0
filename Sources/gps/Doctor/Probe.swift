// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GNSSReceiver
import GPSTool
import Glibc
import LinuxSystem
import LocationProtocols
import NMEA0183
import ReceiverConfiguration

/// What listening to the sources has shown.
struct Probe {
  /// When listening began, on the monotonic clock.
  let start: Duration
  /// How long it lasted; set at the end.
  var duration: Duration = .zero
  private(set) var status = ReceiverStatus()
  private(set) var fix: Fix?
  private(set) var warnings: FixWarnings = []
  private(set) var fixPlace: String?
  /// The time from the start to the first fix; `nil` if there was none.
  private(set) var timeToFix: Duration?
  private(set) var load = PortLoad()
  private(set) var meter = OutputMeter()
  /// Positions that were left out because later ones had been reported.
  private(set) var latePositions = 0
  /// Why GeoClue is of no use; `nil` if it was not asked, or has not failed.
  private(set) var fallbackFailure: String?

  init(start: Duration) { self.start = start }

  /// Listens until there is nothing more to learn, the time is up, or the user interrupts.
  init(of supervisor: ReceiverSupervisor, for limit: Duration) throws {
    let interruption = try Interruption.awaited().descriptor
    let listener = try supervisor.listen(takesBytes: true)
    var probe = Probe(start: monotonicNow())
    func receive() {
      for event in listener.drain() { probe.received(event, at: monotonicNow()) }
    }
    let reactor = try Reactor(endingBy: interruption)
    reactor.whenReady(listener.descriptor, receive)
    try reactor.run(until: probe.start + limit) { probe.isConclusive }
    receive()
    self = probe
    duration = monotonicNow() - start
  }

  mutating func received(_ event: ReceiverEvent, at now: Duration) {
    switch event.content {
    case .status(let status):
      self.status = status
      if let current = status.current, current.state.hasFix { fixPlace = current.source.name }
    case .report(.fix(let fix)):
      self.fix = fix
      warnings.formUnion(fix.warnings)
      timeToFix = timeToFix ?? event.arrival - start
      load.receivedFix(
        of: fix.time?.nanosecondsSince1970.map { .nanoseconds($0) }, at: event.arrival)
    case .bytes(let bytes):
      load.received(bytes.bytes.count, at: now)
      _ = meter.push(bytes.bytes, at: now)
      load.sentences = meter.sentenceCount
    case .report(.defects(let defects)):
      load.damaged = defects.checksumMismatches + defects.brokenSentences
      latePositions = defects.lateInstants
    case .notice(.fallbackFailed(let line)): fallbackFailure = line
    case .report, .receivers, .lastFix, .timeWithoutFix, .notice: break
    }
  }

  var isConclusive: Bool {
    !status.sources.isEmpty && status.sources.allSatisfy(isConclusive)
  }

  private func isConclusive(_ receiver: SourceStatus) -> Bool {
    switch receiver.state {
    // With a fix, the load of the line is assessed as well, if it is a serial line.
    case .fix: receiver.rate == nil || load.isEnough
    // It will be asked in a moment.
    case .unused where receiver.source.traits.contains(.isFallback): false
    case .silent, .failed, .notAReceiver, .denied, .unplugged, .standby, .unused, .ended: true
    case .relayed(let report): report.code == .fix && fix != nil || report.code == .trouble
    case .opening, .connecting, .detectingRate, .waitingForFix, .lost: false
    }
  }

  /// Epochs per second; `nil` if there were fewer than two.
  var epochRate: Double? { meter.period.map { 1 / $0 } }

  /// 0 if there was a fix; else 75 if something sends data, 77 if access is denied, and otherwise 69.
  var exitCode: CInt {
    if fix != nil { return 0 }
    let codes = status.sources.map { receiver -> CInt in
      switch receiver.state {
      case .detectingRate, .waitingForFix, .lost, .fix, .notAReceiver, .ended: EX_TEMPFAIL
      case .failed(let error): error.exitCode
      case .denied: EX_NOPERM
      case .relayed(let report):
        [.fix, .waitingForFix].contains(report.code) ? EX_TEMPFAIL : EX_UNAVAILABLE
      default: EX_UNAVAILABLE
      }
    }
    return [EX_TEMPFAIL, EX_NOPERM].first(where: codes.contains)
      ?? codes.first ?? EX_UNAVAILABLE
  }
}
