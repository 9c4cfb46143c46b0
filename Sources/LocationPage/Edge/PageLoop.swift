// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver
import Glibc
import HTTPSites
import LinuxSystem
import LocationService
import NIOCore
import NIOPosix

/// What the page has besides the receiver.
struct PageContent {
  let map: PageMap
  let units: UnitSystem?
  let phone: PhoneAddress
  let history: PageHistory
}

/// The edge around ``PageState``: one event loop, on which everything here is called.
final class PageLoop: Site {
  private var state: PageState
  private var demand = PageDemand()
  private let reportDemand: (Bool) -> Void
  private let rules: RequestRules
  let protection: [SiteRequest.Header]
  private let content: PageContent
  private let files: NIOThreadPool
  private let past: NIOThreadPool
  private let keeper: PageKeeper
  private let eventLoop: any EventLoop
  private let connections: SiteConnections<PageSlots<ObjectIdentifier>>
  private var streams: [ObjectIdentifier: PageStream] = [:]

  static let mostStreams = 64
  /// How often time passes, and a browser that is sent nothing else gets a comment, so that a stalled connection shows.
  static let tick: TimeAmount = .seconds(1)

  init(
    _ rules: RequestRules, on eventLoop: any EventLoop, owners: NIOThreadPool,
    files: NIOThreadPool, past: NIOThreadPool, _ content: PageContent, keeper: PageKeeper,
    demand: @escaping (Bool) -> Void
  ) {
    reportDemand = demand
    (self.rules, self.content, self.keeper) = (rules, content, keeper)
    (self.files, self.past) = (files, past)
    protection = SiteResponse.protection(content.map.tiles)
    self.eventLoop = eventLoop
    connections = SiteConnections(on: eventLoop, owners)
    let run = String(UInt32.random(in: .min ... .max), radix: 16)
    state = PageState(run: run, continuing: keeper.record, at: .now)
    if let problem = keeper.problem { state.note(problem, at: .now) }
    settleDemand(at: monotonicNow())
    passTime()
  }

  func received(_ events: [ReceiverEvent]) {
    let now = Moment.now
    var effects = PageState.Effects()
    for event in events { state.received(event, at: now, into: &effects) }
    perform(effects)
  }

  /// Records that the receiver has been closed, because it was not needed any more.
  func receiverClosed() { state.receiverClosed(at: .now) }

  /// Reports whether the receiver is needed, if that has changed.
  private func settleDemand(isAsked: Bool = false, at now: Duration) {
    if isAsked || !streams.isEmpty { demand.asked(at: now) }
    if let need = demand.change(isWatching: state.isWatching, at: now) { reportDemand(need) }
  }

  /// Keeps what must not be lost, and reports to all browsers what is new; the result is why it cannot be kept.
  @discardableResult
  private func perform(_ effects: PageState.Effects) -> EventLoopFuture<String?>? {
    for id in Array(streams.keys) { write(to: id) }
    return effects.record.map(keep)
  }

  private func keep(_ record: [UInt8]) -> EventLoopFuture<String?> {
    let kept = keeper.keep(record, on: eventLoop)
    kept.assumeIsolated().whenSuccess { [weak self] problem in
      guard let self else { return }
      state.kept(problem, at: .now)
      perform(PageState.Effects())
    }
    return kept
  }

  func stop() {
    streams = [:]
    connections.stop()
  }

  // MARK: Connections

  func connected(_ handler: RequestHandler, _ channel: any Channel) {
    connections.add(handler, at: rules.trustsOwnUser ? channel : nil) { user in
      user == geteuid() ? .owner : .stranger
    }
  }

  func disconnected(_ handler: RequestHandler) {
    streams[ObjectIdentifier(handler)] = nil
    connections.remove(handler)
  }

  // MARK: Requests

  /// Returns the answer to a request; `nil` if there is no place for one that shows the token.
  func answer(_ request: SiteRequest, of handler: RequestHandler) -> Answer? {
    if !request.isFromOwnUser, rules.hasToken(request), !connections.take(handler, as: .guest) {
      return nil
    }
    switch rules.verdict(on: request) {
    case .answered(let response): return .response(response)
    case .ordered(let order): return perform(order)
    case .granted("/events"):
      guard streams.count < Self.mostStreams else {
        return .response(SiteResponse(503, "too many browsers; close one"))
      }
      return .stream(after: request.value("last-event-id"))
    case .granted("/location.json"):
      settleDemand(isAsked: true, at: monotonicNow())
      return .response(
        SiteResponse(state.location(at: monotonicNow()), type: "application/json"))
    case .granted("/track.json"):
      let response = SiteResponse(
        state.trackDocument(at: monotonicNow()), type: "application/json")
      return .response(request.acceptsGzip ? response.compressed ?? response : response)
    case .granted("/map.json"):
      return .response(
        SiteResponse(
          MapTiles.document(content.map.tiles, content.units), type: "application/json"))
    case .granted("/phone"):
      let host = request.value("host") ?? ""
      return .response(
        SiteResponse(
          content.phone.document(rules.token, askedAt: host), type: "application/json"))
    case .granted("/history"): return ask(request) { $0.answer($1) }
    case .granted(let path) where HistoryFile(path: path) != nil: return takeAway(request)
    case .granted(let path) where PageMap.isPart(path):
      // A slow disk does not hold up the events.
      return .later(
        files.runIfActive(eventLoop: eventLoop) { [map = content.map] in map.response(path) })
    case .granted(let path):
      return .response(
        PageFiles.file(path, compressed: request.acceptsGzip)
          ?? SiteResponse(404, "there is no such page"))
    }
  }

  // MARK: The past

  /// Answers a question about the track on its own thread, so that neither events nor tiles wait for it.
  private func ask(
    _ request: SiteRequest,
    _ answer: @escaping @Sendable (PageHistory, HistoryRequest) -> SiteResponse
  ) -> Answer {
    do throws(WatchRefusal) {
      let question = try HistoryRequest(target: request.target)
      return .later(
        past.runIfActive(eventLoop: eventLoop) { [history = content.history] in
          answer(history, question)
        })
    } catch {
      return .response(SiteResponse(error.status, error: error.reason))
    }
  }

  private func takeAway(_ request: SiteRequest) -> Answer {
    do throws(WatchRefusal) {
      let question = try HistoryRequest(target: request.target)
      guard let kind = HistoryFile(path: request.path) else {
        return .response(SiteResponse(404, ""))
      }
      let pieces = past.runIfActive(eventLoop: eventLoop) { [history = content.history] in
        history.file(question, kind)
      }
      return .pieces(pieces, on: past)
    } catch {
      return .response(SiteResponse(error.status, error: error.reason))
    }
  }

  func mostContent(of head: SiteRequest) -> ContentLimit? {
    let limits = RequestRules.orderLimits
    return rules.isOrder(head)
      ? ContentLimit(bytes: limits.bytes, time: .seconds(limits.seconds)) : nil
  }

  /// Does what a person has ordered; it is answered once it is on the disk.
  private func perform(_ order: WatchOrder) -> Answer {
    let now = Moment.now
    var effects = PageState.Effects()
    do throws(WatchRefusal) {
      try state.perform(order, at: now, into: &effects)
    } catch {
      return .response(SiteResponse(error.status, error: error.reason))
    }
    guard let kept = perform(effects) else { return .response(watchDocument) }
    return .later(kept.assumeIsolated().map { [self] _ in watchDocument }.nonisolated())
  }

  private var watchDocument: SiteResponse {
    SiteResponse(state.watchDocument(at: monotonicNow()), type: "application/json")
  }

  // MARK: Streams

  func beginStream(_ handler: RequestHandler, after id: String?) {
    streams[ObjectIdentifier(handler)] = PageStream(after: id.flatMap { EventID($0) })
    settleDemand(at: monotonicNow())
    write(to: ObjectIdentifier(handler))
  }

  private func write(to id: ObjectIdentifier) {
    guard let bytes = streams[id]?.begin(state, at: monotonicNow()) else { return }
    write(bytes, to: id)
  }

  private func write(_ bytes: [UInt8], to id: ObjectIdentifier) {
    guard let handler = connections[id] else { return }
    handler.write(bytes) { [weak self] in
      guard let self, streams[id] != nil else { return }
      streams[id]?.drained()
      write(to: id)
    }
  }

  private func passTime() {
    eventLoop.assumeIsolated().scheduleTask(in: Self.tick) { [weak self] in
      guard let self, !connections.haveStopped else { return }
      let now = Moment.now
      var effects = PageState.Effects()
      state.elapse(to: now, into: &effects)
      perform(effects)
      if let record = state.unkeptRecord { _ = keep(record) }
      settleDemand(at: now.monotonic)
      for id in Array(streams.keys) {
        if streams[id]?.isStuck(at: now.monotonic) == true { connections[id]?.close() }
        if let bytes = streams[id]?.beginComment(at: now.monotonic) { write(bytes, to: id) }
      }
      passTime()
    }
  }
}
