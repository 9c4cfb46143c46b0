// Core Location for Linux. SPDX-License-Identifier: MIT

package import Glibc
package import LinuxSystem

/// The socket of a program that sets the machine's clock: chronyd's refclock SOCK, or ntpd-rs.
///
/// The program creates it, so it may not exist yet, and is another one after each of the program's restarts.
package final class TimeSocket {
  package enum State: Hashable, Sendable {
    case unknown
    case connected
    /// No program listens: the file is missing, or nobody has it open.
    case absent
    /// It cannot be used until somebody changes something.
    case refused(Refusal)

    package var name: String {
      switch self {
      case .unknown, .absent: "absent"
      case .connected: "connected"
      case .refused: "refused"
      }
    }
  }

  /// Why a socket cannot be used, as the kernel knows it; the words, for which users are looked up, are for another thread.
  package enum Refusal: Hashable, Sendable {
    case notASocket
    case streamSocket
    case closedFolder
    case closed(owner: uid_t, mode: mode_t)
    case error(CInt)
  }

  /// The state of a socket, for people.
  package struct News: Hashable, Sendable {
    let path: String
    let state: State
  }

  var news: News { News(path: path, state: state) }

  package let path: String
  package private(set) var state = State.unknown
  private let address: UnixAddress
  private var descriptor: CInt = -1

  /// The most bytes of a path: with the zero byte at its end it has to fit into `sun_path`.
  package static let longestPath = 107

  /// - Throws: ``SystemError`` for a path that is too long.
  package init(path: String) throws(SystemError) {
    self.path = path
    guard path.utf8.count <= Self.longestPath else {
      throw SystemError("send the time to", path, errno: ENAMETOOLONG)
    }
    address = try UnixAddress(path)
  }

  deinit { disconnect() }

  private func disconnect() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }

  package func connect() {
    guard descriptor < 0 else { return }
    descriptor = openSocket(AF_UNIX, SOCK_DGRAM)
    guard descriptor >= 0 else { return fail(errno) }
    guard address.withAddress({ Glibc.connect(descriptor, $0, $1) }) == 0 else {
      return fail(errno)
    }
    state = .connected
  }

  /// Sends a sample, without waiting, and without keeping it for later: an old one would be wrong.
  ///
  /// A program that was restarted has another socket, to which it connects at once.
  package func send(_ bytes: [UInt8]) {
    connect()
    guard descriptor >= 0, trySending(bytes) != 0, descriptor < 0 else { return }
    connect()
    if descriptor >= 0 { _ = trySending(bytes) }
  }

  /// Returns the error number; closes the socket if there is no one at its other end any more.
  private func trySending(_ bytes: [UInt8]) -> CInt {
    let flags = CInt(MSG_DONTWAIT | MSG_NOSIGNAL)
    let sent = retryingOnInterrupt { Glibc.send(descriptor, bytes, bytes.count, flags) }
    let number = sent < 0 ? errno : 0
    // A queue that nobody drains is full: this sample is dropped, and the next one is newer.
    if number != 0, number != EAGAIN, number != ENOBUFS { fail(number) }
    return number
  }

  private func fail(_ number: CInt) {
    disconnect()
    switch number {
    case ECONNREFUSED where Self.isOtherFile(path): state = .refused(.notASocket)
    case ENOENT, ECONNREFUSED, ENOTCONN, ECONNRESET: state = .absent
    case EACCES, EPERM: state = .refused(denial)
    case EPROTOTYPE: state = .refused(.streamSocket)
    default: state = .refused(.error(number))
    }
  }

  /// Returns whether something other than a socket has this path; whatever is missing may become one.
  package static func isOtherFile(_ path: String) -> Bool {
    stat(of: path).map { $0.kind != S_IFSOCK } ?? false
  }

  /// Why access is denied: the file's rule, or a folder's on the way to it.
  private var denial: Refusal {
    guard let status = stat(of: path) else { return .closedFolder }
    return .closed(owner: status.st_uid, mode: status.st_mode & 0o777)
  }
}

extension TimeSocket.Refusal: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notASocket: return "it is not a socket"
    case .streamSocket: return "it is a stream socket, and a datagram socket is needed"
    case .closedFolder: return "permission denied: a folder on its path is closed to this user"
    case .closed(let number, let mode):
      let owner = UserDatabase.user(number)?.name ?? String(number)
      return "permission denied: only programs of \(owner) may write to it, since its mode is "
        + "\(String(mode, radix: 8)); run \"gps serve\" as that user, or let its group write to it, see \(Documents.path("time"))"
    case .error(let number): return describe(errno: number)
    }
  }
}

extension TimeSocket.News: CustomStringConvertible {
  package var description: String {
    let path = path.escapedForTerminal
    return switch state {
    case .connected: "sending the time to \(path)"
    case .unknown, .absent:
      "waiting for chronyd or ntpd-rs at \(path): no program listens there yet"
    case .refused(let refusal): "cannot send the time to \(path): \(refusal)"
    }
  }
}
