// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationService
package import NIOCore
import NIOHTTP1
package import NIOPosix

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
  /// How many bytes may follow the head of a request, and how long they may take; `nil` for a request that has none.
  func mostContent(of head: SiteRequest) -> ContentLimit?
  /// Returns the answer to a request; `nil` if its connection has been closed meanwhile.
  func answer(_ request: SiteRequest, of handler: RequestHandler) -> Answer?
  /// - Parameter id: that of the last event that the client has received; `nil` for none.
  func beginStream(_ handler: RequestHandler, after id: String?)
  func stop()
}

extension Site {
  package func listens(on listener: any Channel) {}
  package func mostContent(of head: SiteRequest) -> ContentLimit? { nil }
  package func beginStream(_ handler: RequestHandler, after id: String?) {}
}

/// What a site takes after the head of a request.
package struct ContentLimit: Sendable {
  package var bytes: Int
  package var time: TimeAmount

  package init(bytes: Int, time: TimeAmount) { (self.bytes, self.time) = (bytes, time) }
}

/// The answer to a request: a response, now or when it has been read, or a stream of events.
package enum Answer {
  case response(SiteResponse)
  case later(EventLoopFuture<SiteResponse>)
  /// A response of any length, whose pieces are read one by one, as the client takes them.
  case pieces(EventLoopFuture<SitePieces>, on: NIOThreadPool)
  case stream(after: String?)
}

/// A response that may have further pieces.
package struct SitePieces: Sendable {
  package let first: SiteResponse
  /// Returns the next piece, on a thread that may wait; `nil` for a response that is complete.
  ///
  /// A piece is empty at the end, and `nil` if it cannot be read.
  package let next: (@Sendable () -> [UInt8]?)?

  package init(_ first: SiteResponse, next: (@Sendable () -> [UInt8]?)? = nil) {
    (self.first, self.next) = (first, next)
  }
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
