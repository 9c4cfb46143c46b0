// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver
import GPSTool
import Glibc
import LinuxSystem
import LocationService

/// A connection to the events of a page, made again a second after it has ended, for ever.
final class PageConnection {
  private let place: HostAndPort
  private let token: String?
  /// Whether only a page of this user, or of root, is believed, and shown the token.
  private let isOwn: Bool
  private var isAsked = false
  private var alarms: PageAlarms
  private let runner: CommandRunner
  private let wakeUp: WakeUp
  private var connection: SocketConnection?
  private var stream = EventStream()
  private var nextTry: Duration
  /// What was last said about the connection, which is not said again.
  private var said: String?

  private static let pause: Duration = .seconds(1)
  private static let pollingInterval: Duration = .milliseconds(100)

  init(
    _ place: HostAndPort, token: String?, isOwn: Bool, _ alarms: PageAlarms,
    _ runner: CommandRunner
  ) throws {
    (self.place, self.token, self.isOwn) = (place, token, isOwn)
    (self.alarms, self.runner) = (alarms, runner)
    wakeUp = try WakeUp()
    nextTry = monotonicNow()
  }

  func run(endingBy interruption: CInt) throws {
    defer { runner.stop() }
    let reactor = try Reactor(endingBy: interruption)
    reactor.whenReady(self.openDescriptor) { [self] in try read() }
    reactor.whenReady(self.runner.descriptor) { [self] in runner.ended() }
    reactor.whenDue(self.connectingDue) { [self] now in try goOn(at: now) }
    reactor.whenDue(self.alarms.deadline) { [self] now in
      var effects: [TriggerEvent] = []
      alarms.elapse(to: now, into: &effects)
      say("nothing has been heard from the page at \(place) for a minute: nobody watches")
      perform(effects)
    }
    try reactor.run()
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
    let current = connection ?? SocketConnection(HostLookUp(place, waking: wakeUp), "\(place)")
    connection = current
    wakeUp.clear()
    nextTry = now + Self.pollingInterval
    do throws(SourceError) {
      try current.connect(at: now)
    } catch {
      return end(because: "cannot hear the page: \(error); it is tried again every second")
    }
    guard !current.isConnecting, try isTrusted(current.descriptor) else { return }
    (stream, isAsked) = (EventStream(), true)
    let authorization = token.map { "Authorization: Bearer \($0)\r\n" } ?? ""
    let request = Array(
      "GET /events HTTP/1.1\r\nHost: \(place)\r\n\(authorization)\r\n".utf8)
    _ = send(current.descriptor, request, request.count, CInt(MSG_NOSIGNAL))
  }

  /// Returns whether the page may be asked; not before it is known whose it is.
  private func isTrusted(_ socket: CInt) throws -> Bool {
    guard isOwn else { return true }
    guard let user = TCPConnection.server(of: socket) else { return false }
    guard user == geteuid() || user == 0 else {
      try refused(
        403,
        "it is a page of user \(user), who could keep silent; for that, name a file with its token: --token-file"
      )
      return false
    }
    return true
  }

  private func read() throws {
    guard let descriptor = openDescriptor else { return }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = retryingOnInterrupt { recv(descriptor, &bytes, bytes.count, CInt(MSG_DONTWAIT)) }
    if count < 0, errno == EAGAIN { return }
    guard count > 0 else {
      switch stream.ended() {
      case .refused(let status, let reason)?:
        return try refused(status, reason)
      case .malformed?, nil: return end(because: "the page at \(place) has ended the connection")
      }
    }
    do throws(EventStream.Problem) {
      let events = try stream.received(bytes[..<count])
      guard stream.isStream else { return }
      if alarms.hasNotHeard { complain("hearing the page at \(place)") }
      said = nil
      alarms.hear(at: monotonicNow())
      var effects: [TriggerEvent] = []
      for event in events { alarms.received(event, into: &effects) }
      perform(effects)
    } catch {
      end(because: "\(place) does not answer as a page of gps does; check --page")
    }
  }

  private func refused(_ status: Int, _ reason: String) throws {
    let text = "the page at \(place) refuses: \(reason.escapedForTerminal)"
    // Later, that is for the alarm of silence: the token may have been replaced.
    guard !alarms.hasNotHeard else {
      throw Failure(
        "cannot hear the page at \(place): \(reason.escapedForTerminal)",
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

  private func perform(_ events: [TriggerEvent]) {
    for event in events { runner.run(for: event) }
  }
}
