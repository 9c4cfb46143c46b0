// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import NIOCore

/// Stops accepting connections for a moment where the process or the machine has no descriptors or memory left.
///
/// Otherwise the event loop would run without end: the connection that cannot be accepted stays ready. SwiftNIO's own
/// handler delays the next read, but leaves the one in progress registered.
final class AcceptPause: ChannelInboundHandler {
  typealias InboundIn = any Channel

  private static let length: TimeAmount = .milliseconds(100)

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    let number = (error as? IOError)?.errnoCode ?? 0
    if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(number) {
      let channel = context.channel
      try? channel.syncOptions?.setOption(.autoRead, value: false)
      context.eventLoop.assumeIsolated().scheduleTask(in: Self.length) {
        try? channel.syncOptions?.setOption(.autoRead, value: true)
      }
    }
    context.fireErrorCaught(error)
  }
}
