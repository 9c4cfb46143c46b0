// Core Location for Linux. SPDX-License-Identifier: MIT

package import NIOCore
package import NIOHTTP1

/// One connection: its requests, one after the other, and the answers to them.
package final class RequestHandler: ChannelInboundHandler {
  package typealias InboundIn = HTTPServerRequestPart
  package typealias OutboundOut = HTTPServerResponsePart

  private let site: any Site
  private var context: ChannelHandlerContext?
  private var head: HTTPRequestHead?
  private var hasBody = false
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

  private func setDeadline() {
    deadline?.cancel()
    deadline = context?.eventLoop.assumeIsolated().scheduleTask(in: Self.longestRequest) {
      [weak self] in self?.close()
    }
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
    case .head(let head): (self.head, hasBody) = (head, false)
    case .body: hasBody = true
    case .end:
      guard let head else { return }
      self.head = nil
      respond(to: head)
    }
  }

  private func respond(to head: HTTPRequestHead) {
    var request = SiteRequest(method: head.method.rawValue, target: head.uri)
    request.headers = head.headers.map { .init(name: $0.name, value: $0.value) }
    request.hasBody = hasBody
    request.isFromOwnUser = isFromOwnUser
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
