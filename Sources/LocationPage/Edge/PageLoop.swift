// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver
import Glibc
import LinuxSystem
import LocationService
import NIOCore
import NIOPosix

/// The edge around ``PageState``: one event loop, on which everything here is called.
final class PageLoop: Site {
  private var state: PageState
  private let rules: RequestRules
  let protection: [PageRequest.Header]
  private let map: PageMap
  private let files: NIOThreadPool
  private let eventLoop: any EventLoop
  private let owners: LookUpQueue<TCPConnection, Bool>
  private var connections: [ObjectIdentifier: RequestHandler] = [:]
  private var places = PagePlaces<ObjectIdentifier>()
  private var streams: [ObjectIdentifier: PageStream] = [:]
  private var lastNumber: UInt64 = 0
  private var hasStopped = false

  static let mostStreams = 64
  /// How often a comment is written to every browser, so that no intermediary closes an idle connection.
  static let commentInterval: TimeAmount = .seconds(15)

  init(
    _ rules: RequestRules, on eventLoop: any EventLoop, owners: NIOThreadPool,
    files: NIOThreadPool, map: PageMap
  ) {
    (self.rules, self.map, self.files) = (rules, map, files)
    protection = PageResponse.protection(map.tiles)
    self.eventLoop = eventLoop
    self.owners = LookUpQueue(on: eventLoop, owners) { connections in
      let users = TCPConnection.owners(of: connections)
      return connections.map { users[$0] == geteuid() }
    }
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
    hasStopped = true
    streams = [:]
    for handler in connections.values { handler.close() }
    connections = [:]
  }

  // MARK: Connections

  /// Serves a connection, once its owner is known.
  func connected(_ handler: RequestHandler, _ channel: any Channel) {
    guard !hasStopped else { return handler.close() }
    connections[ObjectIdentifier(handler)] = handler
    guard rules.trustsOwnUser, let connection = channel.withSocket({ TCPConnection($0) }),
      let connection
    else { return identified(handler, isOwnUser: false) }
    guard take(handler, as: .unknown) else { return }
    lastNumber += 1
    handler.number = lastNumber
    owners.ask(connection, for: lastNumber) { [weak self, weak handler] isOwnUser in
      guard let self, let handler else { return }
      identified(handler, isOwnUser: isOwnUser)
    }
  }

  private func identified(_ handler: RequestHandler, isOwnUser: Bool) {
    guard connections[ObjectIdentifier(handler)] != nil,
      take(handler, as: isOwnUser ? .owner : .stranger)
    else { return }
    handler.identified(isOwnUser: isOwnUser)
  }

  /// Finds a place for a connection, at the expense of another one if there are too many; returns false if there is
  /// none.
  private func take(
    _ handler: RequestHandler, as holder: PagePlaces<ObjectIdentifier>.Holder
  ) -> Bool {
    let closed = places.take(ObjectIdentifier(handler), as: holder)
    if let closed { connections[closed]?.close() }
    return closed != ObjectIdentifier(handler)
  }

  func disconnected(_ handler: RequestHandler) {
    connections[ObjectIdentifier(handler)] = nil
    streams[ObjectIdentifier(handler)] = nil
    places.leave(ObjectIdentifier(handler))
    _ = owners.withdraw(handler.number)
  }

  // MARK: Requests

  /// Returns the answer to a request; `nil` if there is no place for one that shows the token.
  func answer(_ request: PageRequest, of handler: RequestHandler) -> Answer? {
    if !request.isFromOwnUser, rules.hasToken(request), !take(handler, as: .guest) { return nil }
    switch rules.verdict(on: request) {
    case .answered(let response): return .response(response)
    case .granted("/events"):
      guard streams.count < Self.mostStreams else {
        return .response(PageResponse(503, "too many browsers; close one"))
      }
      return .stream(after: request.value("last-event-id").flatMap { EventID($0) })
    case .granted("/location.json"):
      return .response(
        PageResponse(state.location(at: monotonicNow()), type: "application/json"))
    case .granted("/track.json"):
      return .response(
        PageResponse(state.trackDocument(at: monotonicNow()), type: "application/json"))
    case .granted("/map.json"):
      return .response(PageResponse(MapTiles.document(map.tiles), type: "application/json"))
    case .granted(let path) where PageMap.isPart(path):
      // A slow disk does not hold up the events.
      return .later(files.runIfActive(eventLoop: eventLoop) { [map] in map.response(path) })
    case .granted(let path):
      return .response(PageFiles.file(path) ?? PageResponse(404, "there is no such page"))
    }
  }

  // MARK: Streams

  func beginStream(_ handler: RequestHandler, after id: EventID?) {
    streams[ObjectIdentifier(handler)] = PageStream(after: id)
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
      guard let self, !hasStopped else { return }
      let now = monotonicNow()
      for id in Array(streams.keys) {
        if streams[id]?.isStuck(at: now) == true { connections[id]?.close() }
        if let bytes = streams[id]?.beginComment(at: now) { write(bytes, to: id) }
      }
      comment()
    }
  }
}
