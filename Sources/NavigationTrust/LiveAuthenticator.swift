// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GNSSReceiver
import NMEA0183
import NavigationAuthentication
import UBX

/// Verifies the signatures in what one live receiver passes on, and keeps what the receiver itself says about them.
///
/// It costs nothing until the first page of Galileo's message comes.
struct LiveAuthenticator: FixAuthenticator {
  private let means: AuthenticationMeans
  /// Whether nobody knows when the pages were received.
  private let isRecorded: Bool
  private var reader = NavigationPageReader()
  /// `nil` before the first page, and without cryptographic functions.
  private var engine: NavigationAuthenticator?
  private var ledger = AuthenticationLedger()
  private var effects: NavigationAuthenticator.Effects = []
  private var hasPages = false
  /// What was known of the machine's clock at the last page; `nil` for a recording.
  private var clock: ClockTrust?
  /// When the pages were received that have no time yet, by that clock, seconds since 1970.
  private var moments: ClosedRange<Double>?
  /// By how much that clock and the last page's time may differ, seconds.
  private var difference: Double?
  private var receiver = ReceiverWord()

  init(_ means: AuthenticationMeans, isRecorded: Bool) {
    (self.means, self.isRecorded) = (means, isRecorded)
  }

  mutating func received(_ kind: FrameKind, _ payload: RawSpan) {
    receiver.received(kind, payload)
    if kind == RXMSFRBX.kind {
      if !hasPages, RXMSFRBX(payload)?.galileoPage != nil {
        (hasPages, engine) = (true, means.engine(isRecorded: isRecorded))
      }
      if hasPages, !isRecorded { receivePage() }
    }
    add(reader.received(kind, payload))
  }

  mutating func received(_ message: Message) {
    if hasPages { add(reader.received(message)) }
  }

  /// - Parameter pages: those whose time has become known.
  private mutating func add(_ pages: [NavigationPage]) {
    guard engine != nil, let time = reader.time else { return }
    ledger.elapse(to: time)
    if !pages.isEmpty { consume(pages) }
    engine?.elapse(to: time, into: &effects)
    guard !effects.isEmpty, let engine else { return }
    let isInService = if case .inService = engine.standing { true } else { false }
    for verdict in effects { ledger.received(verdict, isInService: isInService) }
    effects.removeAll(keepingCapacity: true)
    // What was received late may be old, and what is not dated, too.
    if let clock, clock.doubt == nil, let difference, difference < 15 { means.keep(engine.memory) }
  }

  /// Looks at the clock when a page comes; its own time is known only with the next epoch.
  private mutating func receivePage() {
    let (trust, now) = means.moment()
    clock = trust
    moments = moments.map { min($0.lowerBound, now)...max($0.upperBound, now) } ?? now...now
  }

  private mutating func consume(_ pages: [NavigationPage]) {
    for var page in pages {
      if !isRecorded {
        page.reception = .undated
        if let clock, let moments, let start = page.start {
          page.reception = clock.reception(
            ofPageEndingAt: start + NavigationPage.duration, in: moments)
        }
        if case .live(let margin) = page.reception { difference = margin }
      }
      engine?.consume(page, into: &effects)
    }
    moments = nil
  }

  // MARK: The verdict

  func authentication(of used: SatelliteSet) -> FixAuthentication? {
    guard hasPages else {
      // The receiver's own word has nothing beside it.
      return receiver.report.map {
        var authentication = FixAuthentication(.unknown, reason: .noPages)
        authentication.receiver = $0
        return authentication
      }
    }
    let galileo = (1...36).filter {
      used.contains(SatelliteID(system: .galileo, number: UInt16($0)))
    }
    let count = (used.isEmpty ? Array(1...36) : galileo).count(where: ledger.isSigned)
    var authentication = verdict(count)
    if !used.isEmpty { authentication.galileoUsed = galileo.count }
    if let clock, clock.doubt == nil { authentication.clockDifference = difference }
    authentication.receiver = receiver.report
    return authentication
  }

  private func verdict(_ count: Int) -> FixAuthentication {
    guard let engine else { return FixAuthentication(.unknown, reason: .unsupported) }
    if ledger.isForged { return FixAuthentication(.failed, satellitesAuthenticated: count) }
    if let reason = doubt(engine.standing) { return FixAuthentication(.unknown, reason: reason) }
    if count > 0 { return FixAuthentication(.verified, satellitesAuthenticated: count) }
    return FixAuthentication(.unknown, reason: ledger.isContradicted ? .timesDiffer : .waiting)
  }

  /// Why nothing can be proven; `nil` if something can.
  private func doubt(_ standing: SignatureStanding) -> FixAuthentication.Reason? {
    switch standing {
    case .doNotUse, .alert: return .notInService
    case .unsigned, .inService: break
    }
    switch clock?.doubt {
    case .unsynchronized: return .clockNotSynchronized
    case .followsReceiver: return .clockSetByReceiver
    case .unknownReference: return .clockUnknown
    case nil: break
    }
    return difference.map { $0 < Self.farthest ? nil : .clockDiffers } ?? nil
  }

  /// Beyond this difference, no tag may be judged, seconds.
  private static let farthest = 165.0
}

/// What a receiver that verifies signatures itself says.
struct ReceiverWord: Sendable {
  /// What NAV-PVT says; `nil` until it has said something, since other receivers have zeros in these bits.
  private var solution: (isTimeAuthenticated: Bool, isFixAuthenticated: Bool)?
  /// The number of satellites in SEC-OSNMA, and in NAV-SIG.
  private var (listed, signals): (Int?, Int?)
  /// Whether SEC-OSNMA says that nothing is verified.
  private var isOff = false

  /// What it says; `nil` if it says nothing.
  var report: FixAuthentication.ReceiverVerdict? {
    guard !isOff, solution != nil || listed != nil || signals != nil else { return nil }
    var report = FixAuthentication.ReceiverVerdict()
    report.isTimeAuthenticated = solution?.isTimeAuthenticated
    report.isFixAuthenticated = solution?.isFixAuthenticated
    report.satellitesAuthenticated = listed ?? signals
    return report
  }

  mutating func received(_ kind: FrameKind, _ payload: RawSpan) {
    switch kind {
    case NAVPVT.kind:
      guard let pvt = NAVPVT(payload) else { return }
      let isAny = pvt.isTimeAuthenticated || pvt.isFixAuthenticated
      guard isAny || solution != nil || listed != nil else { return }
      solution = (pvt.isTimeAuthenticated, pvt.isFixAuthenticated)
    case SECOSNMA.kind:
      guard let osnma = SECOSNMA(payload) else { return }
      isOff = !osnma.isEnabled
      listed = osnma.authenticated.count
    case NAVSIG.kind:
      guard let signal = NAVSIG(payload) else { return }
      let satellites = Set(signal.signals.filter(\.isAuthenticated).map(\.number))
      if signals != nil || !satellites.isEmpty { signals = satellites.count }
    default: break
    }
  }
}
