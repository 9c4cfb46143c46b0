// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GNSSReceiver
import LocationAuthorization
import NMEA0183

extension ClientProtocol {
  /// The receiver's own sentences.
  package static let nmea: ClientProtocol = .init(
    name: "nmea", title: "NMEA 0183",
    translator: { disclosure, _ in NMEATranslator(tellsFix: disclosure != .nothing) },
    dialogue: { SentenceDialogue(clientProtocol: .nmea) })
}

/// Passes on the receiver's own sentences; where a client may not have them, or there are none, makes sentences of its
/// fixes.
///
/// Without a fix, it says so every second, unless the receiver does: a chart plotter would show the last position forever.
struct NMEATranslator: EventTranslator {
  /// Whether clients may know if there is a fix.
  private let tellsFix: Bool
  /// The identity of the receiver whose sentences are passed on.
  private var receiver: String?
  /// Whether there is a position that sentences may contain.
  private var hasFix = false
  /// When the receiver last sent a sentence about its position; `nil` if it sends none.
  private var ownReport: Duration?
  /// The kinds of sentences that the receiver sends itself.
  private var ownKinds: Set<SentenceKind> = []
  /// The satellites used, as they were last reported.
  private var used: [SatelliteID] = []
  /// The time that the receiver last reported without a fix, and when that was.
  private var time: (time: FixTime, arrival: Duration)?

  /// How long what the receiver has said itself, or its time, is the current state: most report at least once a second.
  private static let lifetime: Duration = .seconds(2)

  init(tellsFix: Bool) { self.tellsFix = tellsFix }

  var lacksFix: Bool { tellsFix && !hasFix }

  mutating func translate(
    _ event: ReceiverEvent, isHeard: Bool, at now: Moment
  ) -> TranslatedEvent {
    switch event.content {
    case .bytes(let sentences):
      let kinds = sentences.kinds
      if !kinds.isDisjoint(with: SentenceKind.positions) { ownReport = now.monotonic }
      ownKinds.formUnion(kinds)
      return TranslatedEvent(bytes: sentences.bytes)
    case .status(let status):
      let current = status.current
      if current?.state.isTalking != true || current?.source.identity != receiver {
        receiverClosed()
      }
      receiver = current?.source.identity
    case .report(.fix(let fix)):
      (hasFix, time) = (fix.source == nil, nil)
      if hasFix, isHeard, ownReport == nil { return TranslatedEvent(bytes: sentences(of: fix)) }
    case .report(.satellites(let view)):
      used = view.satellites.map(\.satellite).filter(view.used.contains)
      if isHeard, ownReport == nil, !ownKinds.contains(.satellitesInView) {
        return TranslatedEvent(bytes: SkySentences.inView(view.satellites))
      }
    case .report(.fixLost(let time)):
      hasFix = false
      self.time = time.map { ($0, now.monotonic) }
    case .timeWithoutFix(let time): self.time = (time, now.monotonic)
    case .report, .receivers, .lastFix, .notice: break
    }
    return TranslatedEvent()
  }

  mutating func secondWithoutFix(at now: Moment) -> TranslatedEvent {
    func isPresent(_ time: Duration) -> Bool { now.monotonic - time < Self.lifetime }
    guard lacksFix, !(ownReport.map(isPresent) ?? false) else { return TranslatedEvent() }
    return TranslatedEvent(
      bytes: Self.sentences(withoutFixAt: time.flatMap { isPresent($0.arrival) ? $0.time : nil }))
  }

  /// Sentences of standbys do not arrive.
  mutating func hasNewFollowers() { (ownReport, ownKinds) = (nil, []) }

  mutating func receiverClosed() {
    (hasFix, ownReport, time) = (false, nil, nil)
    (ownKinds, used) = ([], [])
  }

  /// Returns what a receiver would say about a fix, without what this one says itself.
  private func sentences(of fix: Fix) -> [UInt8] {
    var bytes = fix.sentences
    let encoder = SentenceEncoder()
    if !ownKinds.contains(.satellitesUsed) { bytes += SkySentences.used(used, of: fix) }
    if !ownKinds.contains(.errors), let gst = GST(fix) { encoder.append(.gst(gst), to: &bytes) }
    if !ownKinds.contains(.date), let zda = ZDA(fix.time) { encoder.append(.zda(zda), to: &bytes) }
    return bytes
  }

  /// Returns sentences that say that there is no position.
  ///
  /// - Parameter time: the receiver's; `nil` if it sends none.
  static func sentences(withoutFixAt time: FixTime?) -> [UInt8] {
    var (rmc, gga) = (RMC(nil), GGA(nil))
    (rmc.time, rmc.date, gga.time) = (time?.time, time?.date?.short, time?.time)
    var bytes: [UInt8] = []
    let encoder = SentenceEncoder()
    encoder.append(.rmc(rmc), to: &bytes)
    encoder.append(.gga(gga), to: &bytes)
    encoder.append(.gsa(GSA(nil)), to: &bytes)
    return bytes
  }
}

/// Sentences that matter to whether others are made.
private enum SentenceKind: String, CaseIterable {
  case minimum = "RMC,"
  case fix = "GGA,"
  case fixOfSystems = "GNS,"
  case place = "GLL,"
  case satellitesUsed = "GSA,"
  case satellitesInView = "GSV,"
  case errors = "GST,"
  case date = "ZDA,"

  /// Those about the position, valid or not, so that programs know of it.
  static let positions: Set<SentenceKind> = [.minimum, .fix, .fixOfSystems, .place]
}

extension ReceivedBytes {
  private static let names = SentenceKind.allCases.map { ($0, Array($0.rawValue.utf8)) }

  /// The kinds of the sentences among them.
  fileprivate var kinds: Set<SentenceKind> {
    Set(
      bytes.split(separator: 0x0A).compactMap { line in
        let name = line.dropFirst("$GP".utf8.count)
        return Self.names.first { name.starts(with: $0.1) }?.0
      })
  }
}

extension Fix {
  /// RMC and GGA, both at once.
  ///
  /// Numbers are rounded, and nothing is said of corrections, so that a sentence has the 82 characters that the standard
  /// allows.
  var sentences: [UInt8] {
    // Six decimals of a minute are 2 mm.
    var fix = rounded(minuteDecimals: 6, meterDecimals: 2)
    (fix.differentialAge, fix.differentialStation) = (nil, nil)
    // A reduced fix has an accuracy but no dilution.
    fix.dilutionOfPrecision.horizontal =
      dilutionOfPrecision.horizontal ?? horizontalAccuracy.map { $0 / 3 }
    var bytes: [UInt8] = []
    let encoder = SentenceEncoder()
    encoder.append(.rmc(RMC(fix)), to: &bytes)
    encoder.append(.gga(GGA(fix)), to: &bytes)
    return bytes
  }
}

/// The dialogue with a client that only listens: nothing that it sends has a meaning.
struct SentenceDialogue: ClientDialogue {
  let clientProtocol: ClientProtocol

  let isWatching = true
  var wantsSentences: Bool { clientProtocol == .nmea }
  var protocols: Set<ClientProtocol> { [clientProtocol] }
  let endsWhenIdle = false
  let outlivesItsInput = false
  let listing: (protocolName: String, name: String?) = ("nmea", nil)
  let subscription = RestoredSubscription("")

  func greeting(version: String, device: String?) -> [UInt8] { [] }
  func received(_ bytes: [UInt8], _ view: ClientView) -> [UInt8] { [] }
  func refusal(_ reason: String) -> [UInt8] { [] }
  func decided(
    _ view: ClientView, before: ClientAccess, disclosesStandbys: Bool
  ) -> [UInt8] {
    // Clears the position that a chart plotter may be displaying.
    guard wantsSentences, before.disclosure != .nothing, view.access.disclosure == .nothing else {
      return []
    }
    return NMEATranslator.sentences(withoutFixAt: nil)
  }
  func bytes(of event: [ClientProtocol: TranslatedEvent], device: String) -> [UInt8] {
    event[clientProtocol]?.bytes ?? []
  }
  func restore(_ subscription: RestoredSubscription) {}
}
