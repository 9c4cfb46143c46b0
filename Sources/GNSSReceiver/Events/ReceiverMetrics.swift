// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationProtocols
import NMEA0183

/// The health of a receiver in figures, without the place: a value that is given events.
///
/// Counts begin with 0 when the program starts, and do not begin again with another receiver.
package struct ReceiverMetrics: Sendable {
  /// The receiver's name in labels; `nil` before one is known.
  private var device: String?
  /// Whether a name was given, which is then kept: the node of a USB receiver may change.
  private let isNamed: Bool
  /// ``Source/identity`` of the receiver whose figures these are; `nil` before one is known.
  private var identity: String?
  /// Whether the receiver sends; `nil` while no program needs it, so that it is closed.
  private var isUp: Bool?
  /// The present fix.
  private var fix: Fix?
  private var lastFixTime: Double?
  private var satellitesInView: Int?
  private var fixes = 0
  private var losses = 0
  private var line = LineReader()
  /// The sentences counted; `nil` while the bytes of none have been seen.
  private var sentences: Int?
  /// What was dropped from lines that have ended.
  private var earlier = Defects()
  private var bytesOf: String?
  /// Positions that came too late: in all, and of those the ones that the receiver with this name has reported since it was opened.
  private var late = (inAll: 0, sinceOpened: 0, of: String?.none)

  /// - Parameter device: the port by which the user has chosen the receiver; `nil` to name what is found.
  package init(device: String? = nil) {
    self.device = device
    isNamed = device != nil
  }

  /// Takes an event.
  package mutating func received(_ event: ReceiverEvent) {
    switch event.content {
    case .status(let status): statusChanged(to: status)
    case .report(.fix(let fix)):
      fixes += 1
      self.fix = fix
      lastFixTime = fix.time?.nanosecondsSince1970.map { Double($0) / 1e9 } ?? lastFixTime
    case .report(.fixLost): loseFix()
    case .report(.satellites(let view)): satellitesInView = view.count
    case .report(.defects(let defects)): countLate(defects.lateInstants, of: event.receiver)
    case .bytes(let received): count(received.bytes, of: event.receiver)
    case .report, .receivers, .lastFix, .timeWithoutFix, .notice: break
    }
  }

  /// Takes note that the receiver has been closed, since no program needs it: nothing is known about it from now on.
  package mutating func closed() {
    (isUp, fix, satellitesInView) = (nil, nil, nil)
  }

  private mutating func statusChanged(to status: ReceiverStatus) {
    let current = status.current
    if !isNamed, let current { device = current.source.publicName }
    if let current, current.source.identity != identity {
      // What another one has reported is not to be found under the name of this one.
      if identity != nil { (fix, lastFixTime, satellitesInView) = (nil, nil, nil) }
      identity = current.source.identity
    }
    isUp = current?.state.sendsData ?? false
    guard isUp != true else { return }
    loseFix()
    satellitesInView = nil
  }

  private mutating func loseFix() {
    if fix != nil { losses += 1 }
    fix = nil
  }

  private mutating func count(_ bytes: [UInt8], of receiver: String?) {
    if receiver != bytesOf {
      (earlier, bytesOf) = (defects, receiver)
      line = LineReader()
    }
    var count = sentences ?? 0
    line.read(bytes.span.bytes) { line, part in
      guard case .sentence(let sentence) = part else { return }
      count += 1
      // Reading it counts it if its time or its place is unreadable.
      _ = line.sentences.message(of: sentence)
    }
    sentences = count
  }

  private mutating func countLate(_ count: Int, of receiver: String?) {
    let isNew = receiver != late.of || count < late.sinceOpened
    late = (late.inAll + count - (isNew ? 0 : late.sinceOpened), count, receiver)
  }

  private var defects: Defects {
    var sum = earlier
    let now = line.defects
    sum.checksumMismatches += now.checksumMismatches
    sum.missingChecksums += now.missingChecksums
    sum.brokenSentences += now.brokenSentences
    sum.oversizedSentences += now.oversizedSentences
    sum.malformedAddresses += now.malformedAddresses
    sum.unreadableSentences += now.unreadableSentences
    return sum
  }
}

extension ReceiverMetrics {
  /// Adds what is known.
  package func write(to text: inout MetricsText) {
    guard let device else {
      // Nothing has been found yet, so that there is nothing else to say.
      return text.gauge(
        "gps_receiver_up", "Whether the receiver sends data.", .init(isUp.map { _ in 0 }))
    }
    let labels = [(name: "device", value: device)]
    func flag(_ value: Bool?) -> MetricsText.Sample { .init(value.map { $0 ? 1 : 0 }, labels) }
    func count(_ value: Int?) -> MetricsText.Sample { .init(value, labels) }
    text.gauge("gps_receiver_up", "Whether the receiver sends data.", flag(isUp))
    text.gauge(
      "gps_fix", "Whether the receiver has a position.", flag(isUp.map { _ in fix != nil }))
    text.gauge(
      "gps_satellites_used", "Satellites used for the position.", count(fix?.satellitesUsed))
    text.gauge(
      "gps_satellites_authenticated", "Satellites used whose navigation data are signed.",
      count(fix?.authentication?.satellitesAuthenticated))
    text.gauge(
      "gps_navigation_data_forged", "Whether signatures of navigation data do not hold.",
      flag(fix?.authentication.map { $0.status == .failed }))
    text.gauge("gps_satellites_in_view", "Satellites in view.", count(satellitesInView))
    text.gauge(
      "gps_horizontal_accuracy_meters",
      "Radius that contains the true position with a probability of 68 %.",
      .init(fix?.horizontalAccuracy, labels))
    text.gauge(
      "gps_last_fix_timestamp_seconds",
      "Time of the last position by the receiver's clock, seconds since 1970.",
      .init(lastFixTime, labels))
    text.counter("gps_fixes_total", "Positions received.", each: [count(fixes)])
    text.counter("gps_fix_losses_total", "Times that the position was lost.", each: [count(losses)])
    text.counter(
      "gps_late_positions_total", "Positions left out because later ones had been reported.",
      each: [count(late.inAll)])
    text.counter("gps_sentences_total", "Sentences received.", each: [count(sentences)])
    let defects = defects
    let causes = [
      ("checksum", defects.checksumMismatches), ("no_checksum", defects.missingChecksums),
      ("broken", defects.brokenSentences), ("too_long", defects.oversizedSentences),
      ("address", defects.malformedAddresses), ("unreadable", defects.unreadableSentences),
    ]
    text.counter(
      "gps_sentence_errors_total", "Sentences dropped, by cause.",
      each: causes.map { cause, number in
        .init(sentences.map { _ in number }, labels + [("cause", cause)])
      })
  }
}

extension Source {
  /// Its name as everybody may know it: neither the path of a recording nor what an address has besides the host.
  fileprivate var publicName: String {
    if traits.contains(.isService) { return "service" }
    if traits.contains(.hasRate) { return name }
    guard let scheme = name.firstRange(of: "://") else {
      return traits.contains(.ends)
        ? "recording" : String(name.prefix { $0 != "/" && $0 != ":" })
    }
    let authority = name[scheme.upperBound...].prefix { !"/?#".contains($0) }
    let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] }
    return String(name[..<scheme.upperBound] + (host ?? authority))
  }
}

extension ReceiverState {
  /// Whether data of a receiver arrives, with or without a position.
  fileprivate var sendsData: Bool {
    switch self {
    case .waitingForFix, .fix, .lost: true
    case .relayed(let report): [.fix, .waitingForFix].contains(report.code)
    default: false
    }
  }
}
