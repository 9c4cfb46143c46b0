// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem
import LocationJSON
package import ServiceProtocol

/// The location service's answer to a program that only inquires, and needs no position.
package struct ServiceInquiry: Hashable, Sendable {
  /// The socket on which it answers.
  package let path: String
  /// The process that listens there; `nil` if it is not known.
  package let process: Int32?
  /// The version of its program.
  package private(set) var version = ""
  /// Its receiver; `nil` if none is known to it yet.
  package private(set) var device: String?
  /// The state of its receiver, if requested.
  package private(set) var state: StateReport?
  package private(set) var authorization: ServiceAuthorization?
  /// The service's other clients, without this program; `nil` if the service does not tell.
  package private(set) var clients: [ServiceClient]?
  /// The number of its other clients, without this program.
  package private(set) var count = 0
  /// Whether the service has listed its clients, or refused to.
  private var isAnswered = false

  private var isRefused: Bool { authorization?.status == .denied }

  /// Asks the service on the first of several sockets that answers.
  ///
  /// - Parameters:
  ///   - name: the name of this program.
  ///   - includingState: whether to ask for the receiver's state, too; the service then opens the receiver.
  ///   - patience: the longest time that the answer may take.
  /// - Returns: `nil` if no service answers.
  package init?(
    _ paths: [String], name: String, includingState: Bool = false,
    within patience: Duration = .seconds(1)
  ) {
    guard let connection = try? ServiceSocket.connect(to: paths) else { return nil }
    let descriptor = connection.descriptor
    defer { close(descriptor) }
    (path, process) = (connection.path, connection.process)
    var request: [UInt8] = []
    let introduction = ClientIntroduction(name: name, watch: includingState)
    ServiceRequest.client(introduction).append(to: &request)
    ServiceRequest.clients.append(to: &request)
    guard send(descriptor, request, request.count, CInt(MSG_NOSIGNAL)) == request.count else {
      return nil
    }
    var lines = LineFramer(longest: ServiceLine.longest)
    var buffer = [UInt8](repeating: 0, count: 4096)
    var hasGreeted = false
    let deadline = monotonicNow() + patience
    while !isAnswered || includingState && state == nil && !isRefused {
      var ready = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
      guard wait(for: &ready, until: deadline), monotonicNow() < deadline else { break }
      let count = retryingOnInterrupt { recv(descriptor, &buffer, buffer.count, 0) }
      guard count > 0 else { break }
      lines.push(buffer.span.bytes.extracting(0..<count))
      while let line = lines.next() {
        guard let message = ServiceMessage(line: line) else { continue }
        if case .service = message { hasGreeted = true }
        received(message)
      }
    }
    if !hasGreeted { return nil }
  }

  private mutating func received(_ message: ServiceMessage) {
    switch message {
    case .service(_, let version, let device): (self.version, self.device) = (version, device)
    case .state(let report): state = report
    case .authorization(let authorization): self.authorization = authorization
    case .error: isAnswered = true
    case .clients(let clients, let count):
      let others = clients.filter { $0.pid != getpid() }
      (self.clients, isAnswered) = (others, true)
      self.count = count - (clients.count - others.count)
    default: break
    }
  }

  /// Whether the location service has a port open.
  ///
  /// - Parameter holders: the processes that have it open, as far as this user may know: none if they belong to other
  ///   users.
  package static func holds(
    _ path: String, holders: [Int32], _ environment: (String) -> String? = variable
  ) -> Bool {
    let found = ServiceInquiry(
      ServicePlace.paths(environment: environment), name: "gps", includingState: true,
      within: .milliseconds(300))
    // The service itself may find a port busy, and must not blame itself.
    guard let found, found.process != getpid() else { return false }
    return found.has(path, holders: holders)
  }

  /// Returns the value of an environment variable of this process.
  package static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Whether this service has a port open.
  package func has(_ path: String, holders: [Int32]) -> Bool {
    if let process, holders.contains(process) { return true }
    guard let state, let device = state.device else { return false }
    return state.code != .trouble && Self.isSame(device, path)
  }

  private static func isSame(_ one: String, _ other: String) -> Bool {
    var (first, second) = (stat(), stat())
    guard stat(one, &first) == 0, stat(other, &second) == 0 else { return false }
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }
}
