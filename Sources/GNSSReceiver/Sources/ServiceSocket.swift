// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// A connection to the location service, and a check of whose service it is.
///
/// A program that can create a socket where the service is looked for could report any position. A socket is trusted if
/// the process that listens on it runs as root or as this user, or if only root can have created it: because its directory
/// is root's, as `/run/core-location` is, in which systemd creates sockets and hands them to the service, or because root
/// has given this directory of `/run` to the user who listens.
package enum ServiceSocket {
  /// A connected socket, which the caller closes.
  package struct Peer {
    package let descriptor: CInt
    package let path: String
    /// The process that listens at the other end; `nil` if it is not known, as inside a container.
    package let process: Int32?
  }

  /// Connects to the first socket on which a service answers.
  ///
  /// - Throws: why the last of the sockets that exist cannot be used, or that none exists.
  package static func connect(to paths: [String]) throws(SourceError) -> Peer {
    var reason: SourceError?
    for path in paths {
      do throws(SourceError) {
        return try connect(to: path)
      } catch {
        if !isMissing(path) || reason == nil { reason = error }
      }
    }
    throw reason ?? .other("cannot reach a location service: none is named; start \"gps serve\"")
  }

  private static func isMissing(_ path: String) -> Bool { access(path, F_OK) != 0 }

  private static func connect(to path: String) throws(SourceError) -> Peer {
    let descriptor: CInt
    do throws(SystemError) {
      descriptor = try UnixAddress(path).connect()
    } catch {
      throw failure(path, error.errno)
    }
    guard let server = UnixPeer(descriptor), isTrusted(server.user, path) else {
      close(descriptor)
      throw .other(
        "cannot trust the location service at \(path): it is owned by neither root nor you; "
          + "check who created that socket")
    }
    return Peer(
      descriptor: descriptor, path: path, process: server.process > 0 ? server.process : nil)
  }

  /// - Parameter runtime: the directory in which root gives directories to services.
  static func isTrusted(
    _ server: uid_t, _ path: String, runtime: String = ServiceSource.systemRuntime
  ) -> Bool {
    if server == 0 || server == geteuid() { return true }
    guard let real = realpath(WholeFile.parent(of: path), nil) else { return false }
    defer { free(real) }
    let directory = String(cString: real)
    switch owner(of: directory) {
    case 0: return owner(of: WholeFile.parent(of: directory)) == 0
    // Only root can have given away a directory there, as to a service; in /home it gives them to people.
    case server: return WholeFile.parent(of: directory) == runtime && owner(of: runtime) == 0
    default: return false
    }
  }

  /// Returns the owner of a directory that only the owner can write to; `nil` if others can.
  private static func owner(of directory: String) -> uid_t? {
    var status = stat()
    guard lstat(directory, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
      status.st_mode & (S_IWGRP | S_IWOTH) == 0
    else { return nil }
    return status.st_uid
  }

  private static func failure(_ path: String, _ number: CInt) -> SourceError {
    switch number {
    case ENOENT, ENOTDIR:
      .service("cannot reach the location service at \(path): there is none; start \"gps serve\"")
    case ECONNREFUSED:
      .service(
        "cannot reach the location service at \(path): it is not running; start \"gps serve\"")
    default:
      .other(
        "cannot reach the location service at \(path): \(describe(errno: number)); "
          + "check the socket and its directory")
    }
  }
}
