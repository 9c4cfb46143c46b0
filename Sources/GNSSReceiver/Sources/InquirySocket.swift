// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem
import LocationJSON
import LocationProtocols

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
