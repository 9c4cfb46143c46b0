// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver
import Glibc
import HTTPSites
import LinuxSystem
import LocationService
import NIOCore
import NIOPosix

/// The edge around ``PageState``: one event loop, on which everything here is called.
final class PageLoop: Site {
  private var state: PageState
  private let rules: RequestRules
  let protection: [SiteRequest.Header]
  private let map: PageMap
  private let files: NIOThreadPool
  private let eventLoop: any EventLoop
  private let connections: SiteConnections<PageSlots<ObjectIdentifier>>
  private var streams: [ObjectIdentifier: PageStream] = [:]

  static let mostStreams = 64
  /// How often a comment is written to every browser, so that no intermediary closes an idle connection.
  static let commentInterval: TimeAmount = .seconds(15)

  init(
    _ rules: RequestRules, on eventLoop: any EventLoop, owners: NIOThreadPool,
    files: NIOThreadPool, map: PageMap
  ) {
    (self.rules, self.map, self.files) = (rules, map, files)
    protection = SiteResponse.protection(map.tiles)
    self.eventLoop = eventLoop
    connections = SiteConnections(on: eventLoop, owners)
    let run = String(UInt32.random(in: .min ... .max), radix: 16)
    state = PageState(run: run, at: monotonicNow())
    comment()
  }

  func received(_ events: [ReceiverEvent]) {
    let now = monotonicNow()
    for event in events { state.received(event, at: now) }
    for id in Array(streams.keys) { write(to: id) }
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
    case .granted("/events"):
      guard streams.count < Self.mostStreams else {
        return .response(SiteResponse(503, "too many browsers; close one"))
      }
      return .stream(after: request.value("last-event-id"))
    case .granted("/location.json"):
      return .response(
        SiteResponse(state.location(at: monotonicNow()), type: "application/json"))
    case .granted("/track.json"):
      return .response(
        SiteResponse(state.trackDocument(at: monotonicNow()), type: "application/json"))
    case .granted("/map.json"):
      return .response(SiteResponse(MapTiles.document(map.tiles), type: "application/json"))
    case .granted(let path) where PageMap.isPart(path):
      // A slow disk does not hold up the events.
      return .later(files.runIfActive(eventLoop: eventLoop) { [map] in map.response(path) })
    case .granted(let path):
      return .response(PageFiles.file(path) ?? SiteResponse(404, "there is no such page"))
    }
  }

  // MARK: Streams

  func beginStream(_ handler: RequestHandler, after id: String?) {
    streams[ObjectIdentifier(handler)] = PageStream(after: id.flatMap { EventID($0) })
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

  private func comment() {
    eventLoop.assumeIsolated().scheduleTask(in: Self.commentInterval) { [weak self] in
      guard let self, !connections.haveStopped else { return }
      let now = monotonicNow()
      for id in Array(streams.keys) {
        if streams[id]?.isStuck(at: now) == true { connections[id]?.close() }
        if let bytes = streams[id]?.beginComment(at: now) { write(bytes, to: id) }
      }
      comment()
    }
  }
}
