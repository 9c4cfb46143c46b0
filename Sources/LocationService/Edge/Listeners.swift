// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem
import NIOCore
import NIOPosix

/// The sockets on which clients connect.
final class Listeners {
  private let bootstrap: (ServiceFace) -> ServerBootstrap
  private var channels: [any Channel] = []
  /// The addresses on which clients can connect now.
  private(set) var served: [ListeningAddress] = []
  /// The paths of the sockets to remove, with their inodes, since another socket may take the place of one.
  private var files: [(path: String, inode: ino_t)] = []

  /// - Parameter bootstrap: returns what accepts the connections of a protocol.
  init(_ bootstrap: @escaping (ServiceFace) -> ServerBootstrap) { self.bootstrap = bootstrap }

  func adopt(_ listener: InheritedSockets.Listener) throws(ServiceError) {
    do {
      channels.append(try bootstrap(listener.face).withBoundSocket(listener.descriptor).wait())
    } catch {
      throw ServiceError("cannot use the socket that systemd passed on: \(error); check its unit")
    }
  }

  func open(_ address: ListeningAddress) throws(ServiceError) {
    switch address.transport {
    case .tcp(let host, let port):
      let channel = try bootstrap(address.face).listen(
        at: HostAndPort(host, port), isOptional: address.isOptional, option: "--gpsd or --nmea")
      guard let channel else { return }
      channels.append(channel)
      served.append(address)
    case .unix(let path): try open(address, path)
    }
  }

  private func open(_ address: ListeningAddress, _ path: String) throws(ServiceError) {
    do throws(SystemError) {
      try WholeFile.makeDirectory(WholeFile.parent(of: path), mode: 0o755)
    } catch {
      throw ServiceError(
        "cannot listen at \(path): \(describe(errno: error.errno)); name another path with --socket"
          .escapedForTerminal)
    }
    try removeStale(path)
    do {
      channels.append(
        try bootstrap(address.face).bind(unixDomainSocketPath: path).wait())
    } catch {
      let reason = (error as? IOError).map { describe(errno: $0.errnoCode) } ?? "\(error)"
      throw ServiceError(
        "cannot listen at \(path): \(reason); name another path with --socket".escapedForTerminal)
    }
    served.append(address)
    // Every user may connect; the user's rights decide what is reported.
    chmod(path, 0o666)
    var status = stat()
    if stat(path, &status) == 0 { files.append((path, status.st_ino)) }
  }

  /// Removes the socket of a service that was killed; throws if another program answers on it.
  private func removeStale(_ path: String) throws(ServiceError) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else {
      throw ServiceError(
        "cannot listen at \(path): there is a file that is no socket; remove it"
          .escapedForTerminal)
    }
    if let holder = ListeningProcess.holder(of: path) {
      throw ServiceError(
        "cannot listen at \(path): \(holder) serves it already; end it, or name another path"
          .escapedForTerminal)
    }
    unlink(path)
  }

  /// Stops listening, and removes the sockets that were created here.
  func close() {
    for channel in channels { channel.close(promise: nil) }
    for (path, inode) in files {
      var status = stat()
      if lstat(path, &status) == 0, status.st_ino == inode { unlink(path) }
    }
    (channels, served, files) = ([], [], [])
  }
}
