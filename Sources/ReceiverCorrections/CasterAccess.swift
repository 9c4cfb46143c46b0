// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver
import Glibc
import LinuxSystem
package import ServerAccess

/// How casters are reached: this program's version, and the user's passwords.
package struct CasterAccess: Sendable {
  package var version: String
  package var credentials: Credentials

  package init(version: String, credentials: Credentials = .current) {
    (self.version, self.credentials) = (version, credentials)
  }

  /// Checks what can be checked before a connection is made.
  ///
  /// - Throws: `AccessError` if the password or the certificates cannot be used.
  package func check(_ address: CorrectionAddress) throws(AccessError) {
    _ = try secrets(for: address)
  }

  /// Reads the password and, for an encrypted connection, the certificates: each time, so that new ones apply to the next
  /// connection.
  private func secrets(
    for address: CorrectionAddress
  ) throws(AccessError) -> (password: String?, certificates: TrustedCertificates?) {
    let (server, name) = (address.server, address.description)
    let password = try credentials.password(for: server, named: name)
    guard server.isEncrypted else { return (password, nil) }
    return (password, try TrustedCertificates(for: server, named: name))
  }

  /// Begins to connect to a caster, after reading files and looking up its host, for which it waits.
  fileprivate func open(_ address: CorrectionAddress) throws(StreamError) -> CasterOpening.Stream {
    let secrets: (password: String?, certificates: TrustedCertificates?)
    do throws(AccessError) { secrets = try self.secrets(for: address) } catch {
      throw StreamError(error.description)
    }
    let request = CasterRequest(address: address, password: secrets.password, version: version)
    var stream: any ServerStream = try SocketStream(to: address)
    if let certificates = secrets.certificates {
      stream = try TLSStream(
        over: stream, to: address.server, named: address.description, certificates)
    }
    return (stream, address.isCaster ? request : nil)
  }
}

/// What a caster is asked: a request that casters of both versions understand.
struct CasterRequest {
  var address: CorrectionAddress
  var password: String?
  var version: String
  /// The present position as a sentence, without its line end; `nil` for none.
  var position: String?

  /// - Returns: the bytes to send; they contain the password.
  var bytes: [UInt8] {
    let server = address.server
    var lines = [
      "GET \(address.target) HTTP/1.1", "Host: \(server.hosts[0])",
      // Casters send a page instead of data to a program that does not begin with NTRIP.
      "User-Agent: NTRIP core-location-linux/\(version)", "Ntrip-Version: Ntrip/2.0",
    ]
    if let user = server.user {
      lines.append("Authorization: Basic " + Base64.encode("\(user):\(password ?? "")".utf8))
    }
    if let position { lines.append("Ntrip-GGA: \(position)") }
    lines += ["Accept: */*", "Connection: close", "", ""]
    return Array(lines.joined(separator: "\r\n").utf8)
  }
}

/// The beginning of a connection on a thread of its own: passwords and certificates are in files, and a name server may not
/// answer for half a minute.
final class CasterOpening: Sendable {
  /// A connection that is being made, and what is asked over it; `nil` for nothing.
  typealias Stream = (stream: any ServerStream, request: CasterRequest?)

  /// Hands a result over from one thread to another, which its own lock proves.
  private typealias Handover = Mutex<Result<Stream, StreamError>?>
  private let result = Mutex<Handover?>(nil)

  /// - Parameter finish: called when there is a result, on the other thread; it wakes the reactor.
  init(
    _ address: CorrectionAddress, _ access: CasterAccess,
    then finish: @escaping @Sendable () -> Void
  ) {
    let thread = POSIXThread { [self] in
      let opened: Result<Stream, StreamError>
      do throws(StreamError) {
        opened = .success(try access.open(address))
      } catch {
        opened = .failure(error)
      }
      let handover = Handover(opened)
      result.withLock { $0 = handover }
      finish()
    }
    guard let thread else {
      let error = StreamError("cannot reach \(address): \(describe(errno: EAGAIN))")
      result.withLock { $0 = Handover(.failure(error)) }
      finish()
      return
    }
    thread.detach()
  }

  var hasEnded: Bool { result.withLock { $0 != nil } }

  /// Hands over the result; `nil` while there is none.
  func take() -> Result<Stream, StreamError>? {
    result.withLock { $0.take() }?.withLock { $0.take() }
  }
}

/// A connection without encryption.
final class SocketStream: ServerStream {
  private let link: SocketConnection

  /// Begins to connect, once the host has been looked up.
  init(to address: CorrectionAddress) throws(StreamError) {
    let addresses: [InternetAddress]
    do throws(HostLookUp.Failure) {
      addresses = try HostLookUp.addresses(
        of: HostAndPort(address.server.host, address.server.port))
    } catch {
      throw StreamError("\(NetworkError(.unknownHost(error.reason), address.description))")
    }
    do throws(SourceError) {
      link = try SocketConnection(to: addresses, address.description, at: monotonicNow())
    } catch {
      throw StreamError("\(error)")
    }
  }

  var isConnecting: Bool { link.isConnecting }
  var due: Duration? { isConnecting ? link.connectDeadline : nil }
  var hasUnreadBytes: Bool { false }

  func watch(_ watched: inout Reactor.Watched, for events: CInt) {
    if isConnecting {
      for attempt in link.attempts { watched.add(attempt, for: POLLOUT) }
    } else if events != 0 {
      // Without events, poll would report that the server has hung up, again and again.
      watched.add(link.descriptor, for: events)
    }
  }

  func connect(at now: Duration) throws(StreamError) {
    do throws(SourceError) { try link.connect(at: now) } catch { throw StreamError("\(error)") }
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(StreamError) -> ReadOutcome {
    do throws(SourceError) { return try link.read(into: buffer) } catch {
      throw StreamError("\(error)")
    }
  }

  func write(_ bytes: ArraySlice<UInt8>) throws(StreamError) -> Int {
    do throws(SourceError) { return try link.write(bytes) ?? 0 } catch {
      throw StreamError("\(error)")
    }
  }
}
