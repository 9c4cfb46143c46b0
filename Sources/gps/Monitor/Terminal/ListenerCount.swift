// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver

/// Asks the location service periodically how many programs listen to it.
struct ListenerCount {
  let paths: [String]
  /// The number of other programs that listen; `nil` if unknown.
  private(set) var count: Int?
  private(set) var due = Duration.zero
  private var connection: InquiryConnection?

  init(_ paths: [String]) { self.paths = paths }

  var descriptor: CInt? { connection?.descriptor }

  /// Asks again; the number of a service that has not answered in the meantime becomes unknown.
  mutating func ask(at now: Duration) {
    if connection != nil { count = nil }
    connection = InquiryConnection(paths, name: "gps monitor")
    if connection == nil { count = nil }
    due = now + .seconds(5)
  }

  mutating func read() {
    connection?.read()
    guard let connection, connection.isDone else { return }
    count = connection.answer.flatMap { $0.clients == nil ? nil : $0.count }
    self.connection = nil
  }
}
