// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
package import LinuxSystem
package import NIOCore
package import NIOPosix

extension ServerBootstrap {
  /// The most connections that wait to be accepted.
  static let backlog: CInt = 1024

  /// Returns what accepts connections of this machine or others.
  package static func accepting(on eventLoop: any EventLoop) -> ServerBootstrap {
    ServerBootstrap(group: eventLoop)
      .serverChannelOption(.backlog, value: backlog)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .serverChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(AcceptPause())
        }
      }
      // The kernel doubles it: small, because its content is old when a stalled client reads again.
      .childChannelOption(.socketOption(.so_sndbuf), value: 32 << 10)
      .childChannelOption(.maxMessagesPerRead, value: 1)
  }

  /// Listens at a numeric address of this machine; `nil` if it has none, and need not, since IPv6 can be disabled.
  ///
  /// - Parameter option: the option that selects another address.
  package func listen(
    at address: HostAndPort, isOptional: Bool, option: String
  ) throws(ServiceError) -> (any Channel)? {
    do {
      let socket = try SocketAddress(ipAddress: address.host, port: Int(address.port))
      return try bind(to: socket).wait()
    } catch let error as IOError {
      let isMissing = [EADDRNOTAVAIL, EAFNOSUPPORT, EPROTONOSUPPORT].contains(error.errnoCode)
      if isOptional, isMissing { return nil }
      let reason =
        switch error.errnoCode {
        case EADDRINUSE:
          "\(ListeningProcess.holder(of: address.port) ?? "another program") has the port; end it, or name another with \(option)"
        case EACCES: "ports below 1024 need root; choose a higher one"
        default: "\(describe(errno: error.errnoCode)); name another address"
        }
      throw ServiceError("cannot listen at \(address): \(reason)")
    } catch {
      throw ServiceError(
        "cannot listen at \(address.host): this machine has no such address; choose another")
    }
  }
}

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

/// The programs that have what this one wants to listen on.
enum ListeningProcess {
  /// Returns the program that listens on a TCP port; `nil` if it cannot be determined, because it is another user's.
  static func holder(of port: UInt16) -> String? {
    let rows = TCPTable.rows(with: port, in: TCPTable.listening).filter { $0.local.port == port }
    let links = Set(rows.map { "socket:[\($0.inode)]" })
    guard !links.isEmpty else { return nil }
    return Folder.names(in: "/proc").lazy.compactMap { Int32($0) }
      .first { has($0, links) }.map(title)
  }

  /// Returns the program that serves a unix socket; `nil` if none does any longer.
  static func holder(of path: String) -> String? {
    let socket: CInt
    do throws(SystemError) {
      socket = try UnixAddress(path).connect()
    } catch {
      // A socket that this user may not connect to is in use, too.
      return [ECONNREFUSED, ENAMETOOLONG].contains(error.errno) ? nil : "another program"
    }
    defer { close(socket) }
    return UnixPeer(socket).map { title(of: $0.process) } ?? "another program"
  }

  private static func title(of process: Int32) -> String {
    "\(ProcessFacts.name(of: process) ?? "a program") (process \(process))".escapedForTerminal
  }

  private static func has(_ process: Int32, _ links: Set<String>) -> Bool {
    let folder = "/proc/\(process)/fd"
    return Folder.names(in: folder).contains { entry in
      linkTarget(of: "\(folder)/\(entry)").map { links.contains(String(pathBytes: $0)) } ?? false
    }
  }
}
