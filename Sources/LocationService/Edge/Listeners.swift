// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem
import NIOCore
import NIOPosix

/// The sockets on which clients connect, and the addresses to which datagrams are sent.
final class Listeners {
  private let bootstrap: (ClientProtocol) -> ServerBootstrap
  private let broadcast: (ListeningAddress, DatagramSender) throws -> Void
  private var channels: [any Channel] = []
  /// The addresses on which clients can connect now.
  private(set) var served: [ListeningAddress] = []
  private var files: [SocketFile] = []

  init(
    _ bootstrap: @escaping (ClientProtocol) -> ServerBootstrap,
    broadcast: @escaping (ListeningAddress, DatagramSender) throws -> Void
  ) {
    self.bootstrap = bootstrap
    self.broadcast = broadcast
  }

  func adopt(_ listener: InheritedSockets.Listener) throws(ServiceError) {
    do {
      channels.append(
        try bootstrap(listener.clientProtocol).withBoundSocket(listener.descriptor).wait())
    } catch {
      throw ServiceError("cannot use the socket that systemd passed on: \(error); check its unit")
    }
  }

  func open(_ address: ListeningAddress) throws(ServiceError) {
    switch address.transport {
    case .tcp(let host, let port):
      let channel = try bootstrap(address.clientProtocol).listen(
        at: HostAndPort(host, port), isOptional: address.isOptional, option: "--gpsd or --nmea")
      guard let channel else { return }
      channels.append(channel)
      served.append(address)
    case .unix(let path): try open(address, path)
    case .datagrams(let host, let port):
      try open(address, InternetAddress(host, port: port))
    }
  }

  private func open(
    _ address: ListeningAddress, _ target: InternetAddress?
  ) throws(ServiceError) {
    do {
      guard let target else { throw ServiceError("it is not a numeric address") }
      try broadcast(address, try DatagramSender(to: target))
    } catch {
      throw ServiceError(
        "cannot send to \(address.name): \(Self.reason(error)); name another address with --nmea-udp"
          .escapedForTerminal)
    }
    served.append(address)
  }

  private func open(_ address: ListeningAddress, _ path: String) throws(ServiceError) {
    do {
      try WholeFile.makeDirectory(WholeFile.parent(of: path), mode: 0o755)
      try removeStale(path)
      // Every user may connect; the user's rights decide what is reported.
      let (file, socket) = try SocketFile.listen(at: path, backlog: ServerBootstrap.backlog)
      files.append(file)
      channels.append(try bootstrap(address.clientProtocol).withBoundSocket(socket).wait())
    } catch {
      if let error = error as? ServiceError { throw error }
      throw Self.failure(path, Self.reason(error))
    }
    served.append(address)
  }

  private static func reason(_ error: any Error) -> String {
    (error as? SystemError).map { describe(errno: $0.errno) } ?? "\(error)"
  }

  private static func failure(_ path: String, _ reason: String) -> ServiceError {
    ServiceError(
      "cannot listen at \(path): \(reason); name another path with --socket".escapedForTerminal)
  }

  /// Removes the socket of a service that was killed; throws if another program answers on it.
  private func removeStale(_ path: String) throws(ServiceError) {
    guard let status = stat(ofLink: path) else { return }
    guard status.kind == S_IFSOCK else {
      throw Self.failure(path, "a file that is not a socket has that name")
    }
    if let holder = ListeningProcess.holder(of: path) {
      throw ServiceError(
        "cannot listen at \(path): \(holder) serves it already; end it, or name another path"
          .escapedForTerminal)
    }
    if !SocketFile.removeSocket(at: path) {
      throw Self.failure(path, "another program changed that file")
    }
  }

  /// Stops listening, and removes the sockets that were created here.
  func close() {
    for channel in channels { channel.close(promise: nil) }
    for file in files { file.remove() }
    (channels, served, files) = ([], [], [])
  }
}
