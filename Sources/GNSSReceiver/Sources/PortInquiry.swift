// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem
import SerialLine

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
