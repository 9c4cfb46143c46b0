// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver
import Glibc
import LinuxSystem
import LocationService
import NIOCore
import NIOPosix

/// The edge around ``PageState``: one event loop, on which everything here is called.
final class PageLoop {
  private var state: PageState
  private var rules: RequestRules?
  /// The headers that every answer has.
  let protection: [PageRequest.Header]
  private let tiles: MapTiles?
  private let eventLoop: any EventLoop
  private let owners: NIOThreadPool
  private var connections: [ObjectIdentifier: RequestHandler] = [:]
  private var streams: [ObjectIdentifier: PageStream] = [:]
  /// Connections of other users.
  private var strangers: Set<ObjectIdentifier> = []
  private var hasStopped = false

  /// The most connections that are served; a browser has one for the events, and briefly up to five others.
  static let mostConnections = 128
  /// The most connections of other users, where these can be distinguished from the user's own.
  static let mostStrangers = 64
  /// The most browsers that receive events.
  static let mostStreams = 64
  /// How often a comment is written to every browser, so that no intermediary closes an idle connection.
  static let commentInterval: TimeAmount = .seconds(15)

  init(on eventLoop: any EventLoop, owners: NIOThreadPool, tiles: MapTiles?) {
    self.tiles = tiles
    protection = PageResponse.protection(tiles)
    self.eventLoop = eventLoop
    self.owners = owners
    let run = String(UInt32.random(in: .min ... .max), radix: 16)
    state = PageState(run: run, at: monotonicNow())
  }

  /// Starts to answer requests.
  func start(_ rules: RequestRules) {
    self.rules = rules
    comment()
  }

  /// Handles events that the receiver has reported.
  func received(_ events: [ReceiverEvent]) {
    let now = monotonicNow()
    for event in events { state.received(event, at: now) }
    for id in Array(streams.keys) { write(to: id) }
  }

  /// Closes every connection.
  func stop() {
    hasStopped = true
    streams = [:]
    for handler in connections.values { handler.close() }
    connections = [:]
  }

  // MARK: Connections

  /// Serves a connection, once its owner is known.
  ///
  /// - Returns: false if there are too many connections.
  func connected(_ handler: RequestHandler, _ channel: any Channel) -> Bool {
    guard !hasStopped, connections.count < Self.mostConnections else { return false }
    connections[ObjectIdentifier(handler)] = handler
    guard rules?.trustsOwnUser == true else {
      handler.identified(isOwnUser: false)
      return true
    }
    let connection =
      (try? channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(
        of: NIOBSDSocket.Handle.self
      ) { TCPConnection($0) }) ?? nil
    let found = owners.runIfActive(eventLoop: eventLoop) {
      channel.isActive && connection?.owner() == geteuid()
    }
    found.assumeIsolated().whenComplete { [weak self, weak handler] result in
      guard let self, let handler else { return }
      let isOwnUser = (try? result.get()) == true
      if !isOwnUser, !makeRoom(forStranger: handler) { return handler.close() }
      handler.identified(isOwnUser: isOwnUser)
    }
    return true
  }

  func disconnected(_ handler: RequestHandler) {
    connections[ObjectIdentifier(handler)] = nil
    streams[ObjectIdentifier(handler)] = nil
    strangers.remove(ObjectIdentifier(handler))
  }

  /// Counts a connection of another user, so that other users of the machine cannot use up all connections.
  ///
  /// - Returns: false if they have too many.
  private func makeRoom(forStranger handler: RequestHandler) -> Bool {
    strangers.insert(ObjectIdentifier(handler))
    return strangers.count <= Self.mostStrangers
  }

  // MARK: Requests

  /// The answer to a request: a response, or a stream of events.
  enum Answer {
    case response(PageResponse)
    case stream(after: EventID?)
  }

  func answer(_ request: PageRequest) -> Answer {
    guard let rules else { return .response(PageResponse(503, "not yet")) }
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
      return .response(PageResponse(MapTiles.document(tiles), type: "application/json"))
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
