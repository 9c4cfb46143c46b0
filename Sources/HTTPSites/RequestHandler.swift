// Core Location for Linux. SPDX-License-Identifier: MIT

package import NIOCore
package import NIOHTTP1
import NIOPosix

/// One connection: its requests, one after the other, and the answers to them.
package final class RequestHandler: ChannelInboundHandler {
  package typealias InboundIn = HTTPServerRequestPart
  package typealias OutboundOut = HTTPServerResponsePart

  private let site: any Site
  private var context: ChannelHandlerContext?
  /// The request that is arriving.
  private var arriving: (head: HTTPRequestHead, request: SiteRequest, limit: ContentLimit?)?
  private var isFromOwnUser = false
  private var isStreaming = false
  private var isPipelining = false
  private var isAnswering = false
  private var deadline: Scheduled<Void>?

  /// How long a request may take to arrive and to be answered; an idle connection is closed after the same time.
  static let longestRequest: TimeAmount = .seconds(15)

  init(_ site: any Site) { self.site = site }

  // MARK: The connection

  package func channelActive(context: ChannelHandlerContext) {
    self.context = context
    setDeadline()
    site.connected(self, context.channel)
    context.fireChannelActive()
  }

  /// Starts to read requests, now that the owner of the connection is known.
  func identified(isOwnUser: Bool) {
    isFromOwnUser = isOwnUser
    guard let context else { return }
    try? context.channel.syncOptions?.setOption(.autoRead, value: true)
    context.read()
  }

  package func channelInactive(context: ChannelHandlerContext) {
    deadline?.cancel()
    self.context = nil
    site.disconnected(self)
    context.fireChannelInactive()
  }

  package func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }

  package func close() { context?.close(promise: nil) }

  private func setDeadline(in time: TimeAmount = longestRequest) {
    deadline?.cancel()
    deadline = context?.eventLoop.assumeIsolated().scheduleTask(in: time) {
      [weak self] in self?.passDeadline()
    }
  }

  private func passDeadline() {
    guard let arriving, let limit = arriving.limit, !isAnswering else { return close() }
    let seconds = limit.time.nanoseconds / 1_000_000_000
    refuse(arriving.head, SiteResponse(408, error: "the request took longer than \(seconds) s"))
  }

  /// Answers a request that has not arrived completely, and reads no more.
  private func refuse(_ head: HTTPRequestHead, _ response: SiteResponse) {
    (arriving, isPipelining) = (nil, true)
    send(response, isHead: head.method == .HEAD, staysOpen: false)
  }

  // MARK: Requests

  package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    // A client that receives the stream can request nothing more. Nor can one that does not wait for an answer, or it could
    // request more than memory holds; its connection is closed after that answer.
    if isStreaming || isAnswering {
      isPipelining = true
      return
    }
    switch unwrapInboundIn(data) {
    case .head(let head): begin(head)
    case .body(let bytes): add(bytes)
    case .end:
      guard let (head, request, _) = arriving.take() else { return }
      respond(to: request, head)
    }
  }

  private func begin(_ head: HTTPRequestHead) {
    var request = SiteRequest(method: head.method.rawValue, target: head.uri)
    request.headers = head.headers.map { .init(name: $0.name, value: $0.value) }
    request.isFromOwnUser = isFromOwnUser
    let limit = site.mostContent(of: request)
    arriving = (head, request, limit)
    if let limit { setDeadline(in: limit.time) }
  }

  private func add(_ bytes: ByteBuffer) {
    guard let (head, request, limit) = arriving else { return }
    arriving?.request.hasBody = true
    guard let limit else { return }
    guard request.body.count + bytes.readableBytes <= limit.bytes else {
      return refuse(
        head, SiteResponse(413, error: "a request may have \(limit.bytes) bytes, and this has more")
      )
    }
    arriving?.request.body += bytes.readableBytesView
  }

  private func respond(to request: SiteRequest, _ head: HTTPRequestHead) {
    let isHead = head.method == .HEAD
    switch site.answer(request, of: self) {
    case nil: break
    case .response(let response):
      send(response, isHead: isHead, staysOpen: head.isKeepAlive && response.status < 400)
    case .later(let response):
      isAnswering = true
      response.assumeIsolated().whenComplete { [weak self] result in
        guard case .success(let response) = result else { return self?.close() ?? () }
        self?.send(
          response, isHead: isHead, staysOpen: head.isKeepAlive && response.status < 400)
      }
    case .pieces(let pieces, let pool):
      isAnswering = true
      pieces.assumeIsolated().whenComplete { [weak self] result in
        guard let self, case .success(let pieces) = result else { return self?.close() ?? () }
        guard let next = pieces.next, !isHead else {
          return send(pieces.first, isHead: isHead, staysOpen: false)
        }
        begin(pieces.first, then: next, on: pool)
      }
    case .stream where isHead:
      send(SiteResponse([], type: Self.streamType), isHead: true, staysOpen: head.isKeepAlive)
    case .stream(let id): beginStream(after: id)
    }
  }

  private static let streamType = "text/event-stream"

  private func send(_ response: SiteResponse, isHead: Bool, staysOpen: Bool) {
    guard let context else { return }
    isAnswering = true
    var headers = headers(response.contentType, staysOpen: staysOpen)
    for header in response.headers { headers.add(name: header.name, value: header.value) }
    headers.add(name: "Content-Length", value: String(response.body.count))
    let status = HTTPResponseStatus(statusCode: response.status)
    context.write(
      wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: status, headers: headers))),
      promise: nil)
    if !isHead {
      let body = context.channel.allocator.buffer(bytes: response.body)
      context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
    }
    let promise = context.eventLoop.makePromise(of: Void.self)
    promise.futureResult.assumeIsolated().whenComplete { [weak self] result in
      guard let self else { return }
      isAnswering = false
      if staysOpen, !isPipelining, case .success = result { setDeadline() } else { close() }
    }
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: promise)
  }

  // MARK: Pieces

  /// How long a client may take to accept a piece.
  private static let longestPiece: TimeAmount = .seconds(60)

  /// Sends a response whose length is not known; it is cut off if a piece cannot be read, so that nobody takes a part for the whole.
  private func begin(
    _ response: SiteResponse, then next: @escaping @Sendable () -> [UInt8]?, on pool: NIOThreadPool
  ) {
    guard let context else { return }
    let head = HTTPResponseHead(
      version: .http1_1, status: .ok, headers: headers(response.contentType, staysOpen: false))
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    send(response.body, then: next, on: pool)
  }

  private func send(
    _ piece: [UInt8], then next: @escaping @Sendable () -> [UInt8]?, on pool: NIOThreadPool
  ) {
    setDeadline(in: Self.longestPiece)
    write(piece) { [weak self] in
      guard let context = self?.context else { return }
      pool.runIfActive(eventLoop: context.eventLoop, next).assumeIsolated().whenComplete { result in
        guard let self, let context = self.context else { return }
        guard case .success(let piece?) = result else { return self.close() }
        if !piece.isEmpty { return self.send(piece, then: next, on: pool) }
        let promise = context.eventLoop.makePromise(of: Void.self)
        promise.futureResult.assumeIsolated().whenComplete { _ in self.close() }
        context.writeAndFlush(self.wrapOutboundOut(.end(nil)), promise: promise)
      }
    }
  }

  private func headers(_ contentType: String, staysOpen: Bool) -> HTTPHeaders {
    var headers = HTTPHeaders([("Content-Type", contentType)])
    for header in site.protection { headers.add(name: header.name, value: header.value) }
    if !staysOpen { headers.add(name: "Connection", value: "close") }
    return headers
  }

  // MARK: Events

  private func beginStream(after id: String?) {
    guard let context else { return }
    isStreaming = true
    deadline?.cancel()
    let head = HTTPResponseHead(
      version: .http1_1, status: .ok, headers: headers(Self.streamType, staysOpen: true))
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    site.beginStream(self, after: id)
  }

  /// Writes a piece of the stream; calls `done` when the kernel has accepted all of it.
  package func write(_ bytes: [UInt8], _ done: @escaping () -> Void) {
    guard let context else { return }
    let promise = context.eventLoop.makePromise(of: Void.self)
    promise.futureResult.assumeIsolated().whenComplete { [weak self] result in
      if case .success = result { done() } else { self?.close() }
    }
    let piece = context.channel.allocator.buffer(bytes: bytes)
    context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(piece))), promise: promise)
  }
}
