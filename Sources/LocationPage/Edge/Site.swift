// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationService
import NIOCore
import NIOHTTP1
import NIOPosix

/// What answers the requests of connections: the page, or the metrics.
///
/// Everything here is called on one event loop.
protocol Site: AnyObject {
  /// The headers that every answer has.
  var protection: [PageRequest.Header] { get }
  /// Serves a connection; its handler reads nothing before it is told whose the connection is.
  func connected(_ handler: RequestHandler, _ channel: any Channel)
  func disconnected(_ handler: RequestHandler)
  /// Returns the answer to a request; `nil` if its connection has been closed meanwhile.
  func answer(_ request: PageRequest, of handler: RequestHandler) -> Answer?
  /// Begins to write a stream of events, after its head.
  func beginStream(_ handler: RequestHandler, after id: EventID?)
}

/// The answer to a request: a response, now or when it has been read, or a stream of events.
enum Answer {
  case response(PageResponse)
  case later(EventLoopFuture<PageResponse>)
  case stream(after: EventID?)
}

extension ServerBootstrap {
  /// Returns what accepts connections and passes their requests to a site.
  ///
  /// - Parameter site: called on the event loop.
  static func serving(
    on eventLoop: any EventLoop, _ site: @escaping @Sendable () -> any Site
  ) -> ServerBootstrap {
    ServerBootstrap(group: eventLoop)
      .serverChannelOption(.backlog, value: 1024)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .serverChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(AcceptPause())
        }
      }
      .childChannelOption(.socketOption(.so_sndbuf), value: sendBuffer)
      .childChannelOption(.maxMessagesPerRead, value: 1)
      // Nothing is read before the owner of the connection is known.
      .childChannelOption(.autoRead, value: false)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          try pipeline.configureHTTPServerPipeline(
            withPipeliningAssistance: false, withErrorHandling: true)
          try pipeline.addHandler(RequestHandler(site()))
        }
      }
  }

  /// Bytes, which the kernel doubles: small, because its content is out of date when a suspended browser reads again.
  private static let sendBuffer = 32 << 10
}
