// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationService
package import NIOCore
import NIOHTTP1
import NIOPosix

/// What answers the requests of connections: the page, or the metrics.
///
/// Everything here is called on one event loop.
package protocol Site: AnyObject, SendableMetatype {
  /// The headers that every answer has.
  var protection: [SiteRequest.Header] { get }
  /// Called with each socket on which clients connect.
  func listens(on listener: any Channel)
  /// Serves a connection; its handler reads nothing before the owner of the connection is known.
  func connected(_ handler: RequestHandler, _ channel: any Channel)
  func disconnected(_ handler: RequestHandler)
  /// Returns the answer to a request; `nil` if its connection has been closed meanwhile.
  func answer(_ request: SiteRequest, of handler: RequestHandler) -> Answer?
  /// - Parameter id: that of the last event that the client has received; `nil` for none.
  func beginStream(_ handler: RequestHandler, after id: String?)
  func stop()
}

extension Site {
  package func listens(on listener: any Channel) {}
  package func beginStream(_ handler: RequestHandler, after id: String?) {}
}

/// The answer to a request: a response, now or when it has been read, or a stream of events.
package enum Answer {
  case response(SiteResponse)
  case later(EventLoopFuture<SiteResponse>)
  case stream(after: String?)
}

extension ServerBootstrap {
  /// Returns what accepts connections and passes their requests to a site.
  static func serving(
    on eventLoop: any EventLoop, _ site: @escaping @Sendable () -> any Site
  ) -> ServerBootstrap {
    accepting(on: eventLoop)
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
}
