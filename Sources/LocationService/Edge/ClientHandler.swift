// Core Location for Linux. SPDX-License-Identifier: MIT

import NIOCore

/// Forwards the events of one connection to the service's loop.
final class ClientHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let id: ClientID
  private let clientProtocol: ClientProtocol
  private let subscription: RestoredSubscription?
  private let loop: ServiceLoop

  init(
    _ id: ClientID, _ clientProtocol: ClientProtocol, restoring subscription: RestoredSubscription?,
    _ loop: ServiceLoop
  ) {
    self.id = id
    self.clientProtocol = clientProtocol
    self.subscription = subscription
    self.loop = loop
  }

  func channelActive(context: ChannelHandlerContext) {
    loop.connected(id, clientProtocol, restoring: subscription, context.channel)
    context.fireChannelActive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let buffer = unwrapInboundIn(data)
    loop.received(Array(buffer.readableBytesView), from: id)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case .inputClosed? = event as? ChannelEvent { loop.inputEnded(id) }
    context.fireUserInboundEventTriggered(event)
  }

  func channelInactive(context: ChannelHandlerContext) {
    loop.disconnected(id)
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
