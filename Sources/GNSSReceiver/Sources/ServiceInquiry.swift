// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
import Glibc
import LinuxSystem
import LocationJSON
package import LocationProtocols
import SerialLine

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
  /// What it does besides reporting positions; `nil` if that is nothing, or it does not tell.
  package private(set) var exchange: ExchangeReport?
  /// The last position that it knows, if the state was requested and this program is allowed it.
  package private(set) var fix: Fix?
  /// Whether the service has said who it is.
  private(set) var hasGreeted = false
  /// Whether the service has listed its clients, or refused to.
  private var hasListed = false

  init(path: String, process: Int32?) { (self.path, self.process) = (path, process) }

  /// Asks the service on the first of several sockets that answers, and waits for its answer, for a second at most.
  ///
  /// - Parameters:
  ///   - name: the name of this program.
  ///   - includingState: whether to ask for the receiver's state, too; the service then opens the receiver.
  /// - Returns: `nil` if no service answers.
  package init?(
    _ paths: [String] = ServiceSource.paths(environment: .current), name: String,
    includingState: Bool = false
  ) {
    guard
      case .answered(let answer) = ServiceAnswer(paths, name: name, includingState: includingState)
    else { return nil }
    self = answer
  }

  /// Whether everything has been answered that can be.
  func isAnswered(withState: Bool) -> Bool {
    hasListed && (!withState || state != nil || authorization?.status == .denied)
  }

  mutating func received(_ message: ServiceMessage) {
    switch message {
    case .service(_, let version, let device):
      (self.version, self.device, hasGreeted) = (version, device, true)
    case .state(let report): state = report
    case .authorization(let authorization): self.authorization = authorization
    case .report(.fix(let fix), _), .lastFix(let fix, _, _): self.fix = fix
    case .exchange(let report): exchange = report
    case .error: hasListed = true
    case .clients(let clients, let count):
      let others = clients.filter { $0.pid != getpid() }
      (self.clients, hasListed) = (others, true)
      self.count = count - (clients.count - others.count)
    default: break
    }
  }

  /// Whether this service has a port open.
  ///
  /// - Parameter holders: the processes that have it open, as far as this user may know: none if they belong to other
  ///   users.
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

/// What comes of asking the location service.
package enum ServiceAnswer: Hashable, Sendable {
  case answered(ServiceInquiry)
  /// Something accepts connections, and says nothing.
  case silent(SilentService)
  case none

  /// Asks as ``ServiceInquiry`` does.
  package init(
    _ paths: [String] = ServiceSource.paths(environment: .current), name: String,
    includingState: Bool = false
  ) {
    guard let connection = InquirySocket(paths, name: name, includingState: includingState) else {
      self = .none
      return
    }
    let deadline = monotonicNow() + .seconds(1)
    while !connection.isDone, firstReadable(of: connection.descriptor, until: deadline) != nil,
      monotonicNow() < deadline
    { connection.read() }
    self = connection.answer.map(Self.answered) ?? .silent(connection.silence)
  }

  /// What the service has answered; `nil` if it has not.
  package var inquiry: ServiceInquiry? {
    if case .answered(let inquiry) = self { inquiry } else { nil }
  }

  package var silence: SilentService? {
    if case .silent(let silence) = self { silence } else { nil }
  }
}

/// A location service that hangs: it accepts connections, and does not say who it is.
package struct SilentService: Hashable, Sendable {
  /// The socket on which it listens.
  package let path: String
  /// The process that listens there; `nil` if it is not known.
  package let process: Int32?

  package init(path: String, process: Int32?) { (self.path, self.process) = (path, process) }
}

/// A connection on which the location service is asked what it knows, and answers in its own time.
package final class InquirySocket {
  /// The descriptor to wait for, before each ``read()``.
  package let descriptor: CInt
  /// Whether everything has been answered, or nothing more will be.
  package private(set) var isDone = false
  private let includesState: Bool
  private var inquiry: ServiceInquiry
  private var lines = LineFramer(longest: ServiceLine.longest)

  /// Asks the service on the first of several sockets that answers; `nil` if none does.
  ///
  /// - Parameters:
  ///   - name: the name of this program.
  ///   - includingState: whether to ask for the receiver's state, too; the service then opens the receiver.
  package init?(_ paths: [String], name: String, includingState: Bool = false) {
    guard let connection = try? ServiceSocket.connect(to: paths) else { return nil }
    descriptor = connection.descriptor
    includesState = includingState
    inquiry = ServiceInquiry(path: connection.path, process: connection.process)
    var request: [UInt8] = []
    let introduction = ClientIntroduction(name: name, watch: includingState)
    ServiceRequest.client(introduction).append(to: &request)
    ServiceRequest.clients.append(to: &request)
    guard send(descriptor, request, request.count, CInt(MSG_NOSIGNAL)) == request.count else {
      return nil
    }
  }

  deinit { close(descriptor) }

  /// The answer so far; `nil` until it is clear that a service answers.
  package var answer: ServiceInquiry? { inquiry.hasGreeted ? inquiry : nil }

  /// Where it has said nothing, as long as ``answer`` is `nil`.
  package var silence: SilentService {
    SilentService(path: inquiry.path, process: inquiry.process)
  }

  /// Reads what has arrived, without waiting.
  package func read() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = retryingOnInterrupt { recv(descriptor, &buffer, buffer.count, 0) }
    guard count > 0 else {
      isDone = count == 0 || errno != EAGAIN
      return
    }
    lines.push(buffer.span.bytes.extracting(0..<count))
    while let line = lines.next() {
      if let message = ServiceMessage(line: line) { inquiry.received(message) }
    }
    isDone = inquiry.isAnswered(withState: includesState)
  }
}

/// The question whether the location service is the program that has a port open, as a connection that never opens.
///
/// Until the service has answered, the port counts as being opened; the answer is why it cannot be.
final class PortInquiry: Connection {
  let error: SerialPortError
  /// The processes that have the port open, as far as this user may know: none if they belong to other users.
  let holders: [PortHolder]
  let connectDeadline: Duration?
  private let connection: InquirySocket?

  /// - Parameters:
  ///   - error: the error of a busy port.
  ///   - paths: the service's sockets.
  init(
    about error: SerialPortError, heldBy holders: [PortHolder],
    asking paths: [String] = ServiceSource.paths(environment: .current), at now: Duration
  ) {
    (self.error, self.holders) = (error, holders)
    connection = InquirySocket(paths, name: "gps", includingState: true)
    connectDeadline = connection == nil ? now : now + .seconds(1)
  }

  var descriptor: CInt { connection?.descriptor ?? -1 }
  var isConnecting: Bool { true }

  /// - Throws: why the port cannot be opened, once that is known.
  func connect(at now: Duration) throws(SourceError) {
    connection?.read()
    if let connectDeadline, now < connectDeadline, connection?.isDone == false { return }
    // The service itself may find a port busy, and must not blame itself.
    guard let service = connection?.answer, service.process != getpid(),
      service.has(error.path, holders: holders.map(\.process))
    else { throw .port(error) }
    throw .served(error.path)
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> ReadOutcome { .nothing }
}
