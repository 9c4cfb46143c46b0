// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver
import Glibc
package import LinuxSystem
import LocationService

/// A connection to the events of a page, made again a second after it has ended, for ever.
package final class PageConnection {
  private let place: PagePlace
  private var isAsked = false
  /// Whether anything has ever been heard.
  private var hasHeard = false
  private let wakeUp: WakeUp
  private var connection: SocketConnection?
  private var stream = EventStream()
  private var nextTry: Duration
  /// What was last said about the connection, which is not said again.
  private var said: String?

  private static let pause: Duration = .seconds(1)
  private static let pollingInterval: Duration = .milliseconds(100)

  package init(_ place: PagePlace) throws {
    self.place = place
    wakeUp = try WakeUp()
    nextTry = monotonicNow()
  }

  /// Connects, and passes on what the page says.
  ///
  /// - Parameter hear: called with the events that have come, whenever anything has.
  package func attach(
    to reactor: Reactor, _ hear: @escaping ([EventStream.Event]) throws -> Void
  ) {
    reactor.whenReady(self.openDescriptor) { [self] in
      if let events = try read() { try hear(events) }
    }
    reactor.whenDue(self.connectingDue) { [self] now in try goOn(at: now) }
  }

  /// Says that nothing has been heard for so long that nobody can rely on the page.
  package func saySilence() {
    say(
      "nothing has been heard from the page at \(place.address) for a minute: nothing is being watched"
    )
  }

  private var openDescriptor: CInt? {
    guard let connection, isAsked else { return nil }
    return connection.descriptor
  }

  /// When to look after a connection that is not open; `nil` while it is.
  private var connectingDue: Duration? {
    isAsked ? nil : nextTry
  }

  private func goOn(at now: Duration) throws {
    let current =
      connection ?? SocketConnection(HostLookUp(place.address, waking: wakeUp), "\(place.address)")
    connection = current
    wakeUp.clear()
    nextTry = now + Self.pollingInterval
    do throws(SourceError) {
      try current.connect(at: now)
    } catch {
      return end(because: "cannot reach the page: \(error); retrying every second")
    }
    guard !current.isConnecting, try isTrusted(current.descriptor) else { return }
    (stream, isAsked) = (EventStream(), true)
    let authorization = place.token.map { "Authorization: Bearer \($0)\r\n" } ?? ""
    let request = Array(
      "GET /events HTTP/1.1\r\nHost: \(place.address)\r\n\(authorization)\r\n".utf8)
    _ = send(current.descriptor, request, request.count, CInt(MSG_NOSIGNAL))
  }

  /// Returns whether the page may be asked; not before it is known whose it is.
  private func isTrusted(_ socket: CInt) throws -> Bool {
    guard place.isOwn else { return true }
    guard let user = TCPConnection.server(of: socket) else { return false }
    guard user == geteuid() || user == 0 else {
      try refused(
        403,
        "it belongs to user \(user), who could suppress alarms; to trust it, add --token-file with a file that has its token"
      )
      return false
    }
    return true
  }

  /// Returns the events that have come; `nil` if nothing has that is of a page.
  private func read() throws -> [EventStream.Event]? {
    guard let descriptor = openDescriptor else { return nil }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = retryingOnInterrupt { recv(descriptor, &bytes, bytes.count, CInt(MSG_DONTWAIT)) }
    if count < 0, errno == EAGAIN { return nil }
    guard count > 0 else {
      switch stream.ended() {
      case .refused(let status, let reason)?:
        try refused(status, reason)
      case .malformed?, nil: end(because: "the page at \(place.address) closed the connection")
      }
      return nil
    }
    do throws(EventStream.Problem) {
      let events = try stream.received(bytes[..<count])
      guard stream.isStream else { return nil }
      if !hasHeard { complain("listening to the page at \(place.address)") }
      (said, hasHeard) = (nil, true)
      return events
    } catch {
      end(because: "\(place.address) is not a page of gps; check --page")
      return nil
    }
  }

  private func refused(_ status: Int, _ reason: String) throws {
    let text = "the page at \(place.address) refuses: \(reason.escapedForTerminal)"
    // Later, that is for the alarm of silence: the token may have been replaced.
    guard hasHeard else {
      throw Failure(
        "cannot reach the page at \(place.address): \(reason.escapedForTerminal)",
        status == 403 ? EX_NOPERM : EX_UNAVAILABLE)
    }
    end(because: text)
  }

  private func end(because reason: String) {
    (connection, isAsked) = (nil, false)
    nextTry = monotonicNow() + Self.pause
    say(reason)
  }

  private func say(_ text: String) {
    guard said != text else { return }
    said = text
    complain(text)
  }
}
