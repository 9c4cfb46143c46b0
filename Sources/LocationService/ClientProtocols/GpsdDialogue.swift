// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationAuthorization
import LocationProtocols

struct GpsdDialogue: ClientDialogue {
  private var framer = RequestFramer()
  private var policy = WatchPolicy()

  /// The release of gpsd that is reported; Debian's clients of either version accept it.
  private static let release = "3.25"

  /// Including one that has subscribed to nothing, since its POLL needs an answer.
  var isWatching: Bool { policy.enable }
  var wantsSentences: Bool { policy.enable && (policy.nmea || policy.raw > 0) }
  private var wantsReports: Bool { policy.enable && policy.json }
  var protocols: Set<ClientProtocol> {
    var protocols: Set<ClientProtocol> = []
    if wantsReports { protocols.insert(.gpsd) }
    if wantsSentences { protocols.insert(.nmea) }
    return protocols
  }
  let endsWhenIdle = true
  var outlivesItsInput: Bool { wantsReports }
  let listing: (protocolName: String, name: String?) = ("gpsd", nil)

  func greeting(version: String, device: String?) -> [UInt8] {
    [Self.version(version)].bytes
  }

  private static func version(_ version: String) -> GpsdReport {
    .version(
      release: release, revision: "core-location-linux \(version)", major: 3, minor: 15)
  }

  mutating func received(_ bytes: [UInt8], _ view: ClientView) -> [UInt8] {
    guard let feed: GpsdTranslator = view.feed.translator(.gpsd) else { return [] }
    framer.push(bytes)
    var answers: [UInt8] = []
    // More requests are not answered, since the client is disconnected then.
    while answers.count <= ClientOutput.mostAnswerBytes, let request = framer.next() {
      answers += answer(to: request, from: feed, view).bytes
    }
    return answers
  }

  private mutating func answer(
    to request: GpsdRequest, from feed: GpsdTranslator, _ view: ClientView
  ) -> [GpsdReport] {
    let devices = devices(of: feed, view)
    switch request {
    case .version: return [Self.version(view.version)]
    case .devices: return [.devices(devices)]
    case .device(changes: true):
      return [.error("cannot change the receiver: it is shared; use \"gps configure\"")]
    case .device(changes: false): return devices.prefix(1).map(GpsdReport.device)
    case .poll: return [poll(feed, at: view.now)]
    case .watch(let change):
      if let change {
        policy.apply(change)
        if let path = policy.device, !devices.contains(where: { $0.path == path }) {
          policy = WatchPolicy()
          return [.error("No such device as \(path)")]
        }
      }
      return [.devices(devices), .watch(policy)]
    case .unrecognized(let text): return [.error("Unrecognized request '\(text)'")]
    }
  }

  /// Returns all receivers that the client may know of, the one in use first; those that nobody has opened yet, too, as gpsd does.
  private func devices(of feed: GpsdTranslator, _ view: ClientView) -> [GpsdDevice] {
    guard view.seesStandbys else { return [feed.device].compactMap(\.self) }
    let known = Set(feed.devices.map(\.path))
    return feed.devices
      + view.standbys.filter { !known.contains($0) }.map(GpsdDevice.init(path:))
  }

  /// Returns what is known now; gpsd reports nothing to a client that does not watch.
  private func poll(_ feed: GpsdTranslator, at now: Moment) -> GpsdReport {
    let time = now.iso8601
    guard policy.enable else { return .poll(time: time, active: 0, tpv: [], gst: [], sky: []) }
    return .poll(
      time: time, active: feed.isActive ? 1 : 0, tpv: [feed.tpv],
      gst: feed.errorReport.map { [$0] } ?? [], sky: [feed.skyReport])
  }

  func refusal(_ reason: String) -> [UInt8] { [GpsdReport.error(reason)].bytes }

  mutating func decided(
    _ view: ClientView, before: ClientAccess, disclosesStandbys: Bool
  ) -> [UInt8] {
    let feed: GpsdTranslator? = wantsReports ? view.feed.translator(.gpsd) : nil
    guard view.access != before, case .refused(let reason) = view.access else {
      guard let feed, disclosesStandbys, !view.standbys.isEmpty else { return [] }
      return [.devices(devices(of: feed, view))].bytes
    }
    var reports: [GpsdReport] = [.error("location not allowed: \(reason)")]
    // Clears the fix that the client may be displaying.
    if let feed, before.disclosure != .nothing {
      reports += [.tpv(feed.tpv), .sky(feed.skyReport)]
    }
    let clearsChart = wantsSentences && before.disclosure != .nothing
    return reports.bytes + (clearsChart ? NMEATranslator.sentences(withoutFixAt: nil) : [])
  }

  func bytes(of event: [ClientProtocol: TranslatedEvent], device: String) -> [UInt8] {
    let reports = policy.wantsReports(of: device) ? event[.gpsd]?.bytes ?? [] : []
    let sentences = policy.wantsSentences(of: device) ? event[.nmea]?.bytes ?? [] : []
    // Arrays that are not joined keep the memory that all clients share.
    return sentences.isEmpty ? reports : reports.isEmpty ? sentences : reports + sentences
  }

  var subscription: RestoredSubscription {
    RestoredSubscription(
      [
        policy.enable ? "e" : "", policy.json ? "j" : "", policy.nmea ? "n" : "",
        String(policy.raw),
      ], device: policy.device)
  }

  mutating func restore(_ subscription: RestoredSubscription) {
    var change = WatchChange()
    (change.enable, change.json, change.nmea) = (
      subscription.has("e"), subscription.has("j"), subscription.has("n")
    )
    change.raw = subscription.letters.last.flatMap { Int(String($0)) } ?? 0
    change.device = subscription.device
    policy.apply(change)
  }
}

extension [GpsdReport] {
  /// The reports as they are sent.
  var bytes: [UInt8] { reduce(into: []) { $1.append(to: &$0) } }
}
