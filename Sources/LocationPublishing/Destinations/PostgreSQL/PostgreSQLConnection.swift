// Core Location for Linux. SPDX-License-Identifier: MIT

import CPublishing
import Glibc
import LinuxSystem

/// A connection of libpq, which waits only for the socket and a stop request.
///
/// It is not `Sendable`: one thread creates, calls and releases it.
// Proof of memory safety:
// - `handle` is created in init, used by methods only, and finished once, in deinit. libpq calls back only the receiver of
//   notices, which frees nothing and keeps nothing.
// - libpq copies texts that are passed before its calls return; texts that it returns are copied before the next call, and
//   a result is cleared once, when its rows have been read.
package final class PostgreSQLConnection {
  /// A failure, in the words of the server or of libpq.
  struct Failure: Error, Hashable {
    /// The five characters of SQLSTATE; `nil` if the server did not send it.
    let code: String?
    let reason: String

    static let stopped = Failure(code: nil, reason: "stopped")
  }

  private let handle: OpaquePointer
  private let stop: WakeUp
  private var input = UnreadInput()

  /// - Parameter options: libpq's parameters.
  init(
    _ options: [(name: String, value: String)], stop: WakeUp, until deadline: Duration
  ) throws(Failure) {
    self.stop = stop
    let names = options.map { strdup($0.name) } + [nil]
    let values = options.map { strdup($0.value) } + [nil]
    defer { for text in names + values { free(text) } }
    let started = names.map { UnsafePointer($0) }.withUnsafeBufferPointer { names in
      values.map { UnsafePointer($0) }.withUnsafeBufferPointer { values in
        PQconnectStartParams(names.baseAddress, values.baseAddress, 0)
      }
    }
    guard let handle = started else { throw Failure(code: nil, reason: "out of memory") }
    self.handle = handle
    PQsetNoticeReceiver(handle, { _, _ in }, nil)
    // Verbose, to include the codes: the words depend on the server's language.
    PQsetErrorVerbosity(handle, PQERRORS_VERBOSE)
    try connect(until: deadline)
    PQsetErrorVerbosity(handle, PQERRORS_TERSE)
    guard PQsetnonblocking(handle, 1) == 0 else { throw connectionFailure }
  }

  deinit { PQfinish(handle) }

  private func connect(until deadline: Duration) throws(Failure) {
    guard PQstatus(handle) != CONNECTION_BAD else { throw connectionFailure }
    var isWriting = true
    while true {
      try waitForSocket(POLLIN, isWriting ? POLLOUT : 0, only: isWriting, until: deadline)
      try countInput()
      switch PQconnectPoll(handle) {
      case PGRES_POLLING_OK: return
      case PGRES_POLLING_READING: isWriting = false
      case PGRES_POLLING_WRITING: isWriting = true
      default: throw connectionFailure
      }
    }
  }

  /// Runs statements, and returns the rows of the last, or starts a COPY.
  func run(_ statements: String, until deadline: Duration) throws(Failure) -> [[String?]] {
    input.reset()
    guard PQsendQuery(handle, statements) == 1 else { throw connectionFailure }
    return try drainResults(until: deadline)
  }

  func copy(_ rows: [UInt8], until deadline: Duration) throws(Failure) {
    input.reset()
    try flushing(until: deadline) {
      rows.withUnsafeBytes { buffer in
        PQputCopyData(
          handle, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), CInt(buffer.count))
      }
    }
    try flushing(until: deadline) { PQputCopyEnd(handle, nil) }
    _ = try drainResults(until: deadline)
  }

  /// Calls a function of libpq until it has room for what it is given.
  private func flushing(until deadline: Duration, _ call: () -> CInt) throws(Failure) {
    while true {
      let result = call()
      if result == 1 { return }
      guard result == 0 else { throw connectionFailure }
      try flush(until: deadline)
    }
  }

  /// Waits for unrequested input, as when the server shuts down.
  ///
  /// - Returns: after a stop request, or when the descriptor is readable.
  func idle(untilReadable descriptor: CInt) throws(Failure) {
    while true {
      let ready = firstReadable(of: stop.descriptor, descriptor, PQsocket(handle))
      guard ready == 2 else { return }
      try consumeInput()
      guard PQstatus(handle) == CONNECTION_OK else { throw connectionFailure }
    }
  }

  private func drainResults(until deadline: Duration) throws(Failure) -> [[String?]] {
    try flush(until: deadline)
    var rows: [[String?]] = []
    var failure: Failure?
    while true {
      while PQisBusy(handle) == 1 {
        try waitForSocket(POLLIN, 0, only: false, until: deadline)
        try consumeInput()
      }
      guard let result = PQgetResult(handle) else { break }
      defer { PQclear(result) }
      switch PQresultStatus(result) {
      case PGRES_TUPLES_OK: rows = Self.rows(result)
      case PGRES_COMMAND_OK: rows = []
      // Does not wait for the end, since the server expects rows first.
      case PGRES_COPY_IN: return []
      default: failure = failure ?? Self.failure(result)
      }
    }
    if let failure { throw failure }
    return rows
  }

  private static func rows(_ result: OpaquePointer) -> [[String?]] {
    (0..<PQntuples(result)).map { row in
      (0..<PQnfields(result)).map { column in
        guard PQgetisnull(result, row, column) == 0 else { return nil }
        return PQgetvalue(result, row, column).map { String(cString: $0) }
      }
    }
  }

  private static func failure(_ result: OpaquePointer) -> Failure {
    let code = PQresultErrorField(result, CInt(UInt8(ascii: "C"))).map { String(cString: $0) }
    let reason = PQresultErrorField(result, CInt(UInt8(ascii: "M"))).map { String(cString: $0) }
    return Failure(code: code, reason: reason ?? "unknown error")
  }

  private func flush(until deadline: Duration) throws(Failure) {
    while true {
      let result = PQflush(handle)
      if result == 0 { return }
      guard result == 1 else { throw connectionFailure }
      try waitForSocket(POLLIN, POLLOUT, only: false, until: deadline)
      // Input must be read meanwhile: if the server writes and does not read, both sides would block.
      try consumeInput()
    }
  }

  private func consumeInput() throws(Failure) {
    try countInput()
    guard PQconsumeInput(handle) == 1 else { throw connectionFailure }
  }

  /// - Throws: if an answer is longer than any that was asked for.
  private func countInput() throws(Failure) {
    guard !input.exceedsLimit(PQsocket(handle)) else {
      throw Failure(code: nil, reason: "its answer is too long")
    }
  }

  /// - Parameter only: whether to wait for room to write alone.
  private func waitForSocket(
    _ reading: CInt, _ writing: CInt, only: Bool, until deadline: Duration
  ) throws(Failure) {
    let events = only ? writing : reading | writing
    var descriptors = [
      pollfd(fd: PQsocket(handle), events: Int16(events), revents: 0),
      pollfd(fd: stop.descriptor, events: Int16(POLLIN), revents: 0),
    ]
    let hasEvent = wait(for: &descriptors, until: deadline)
    if descriptors[1].revents != 0 { throw .stopped }
    guard hasEvent else { throw Failure(code: nil, reason: "no answer") }
  }

  private var connectionFailure: Failure {
    let text = PQerrorMessage(handle).map { String(cString: $0) } ?? ""
    return Failure(message: text)
  }
}

extension PostgreSQLConnection.Failure {
  /// Reads a message that libpq prints with full verbosity: `… FATAL:  28P01: password authentication failed …`.
  init(message: String) {
    let lines = message.split(separator: "\n")
    // The reason may be followed by hints, and by the place in the server's source.
    let line =
      lines.last { !$0.hasPrefix("LOCATION:") && !$0.hasPrefix("\t") }
      ?? "the connection was closed"
    var (code, reason) = (nil as String?, line[...])
    if let mark = line.firstRange(of: ":  ") {
      let rest = line[mark.upperBound...]
      let candidate = rest.prefix { $0 != ":" }
      if candidate.utf8.count == 5, candidate.allSatisfy({ $0.isUppercase || $0.isNumber }) {
        code = String(candidate)
        reason = rest.dropFirst(7)
      }
    }
    // "connection to server at "localhost" (127.0.0.1), port 5432 failed: " repeats the address.
    if code == nil, let mark = reason.firstRange(of: " failed: "),
      reason.hasPrefix("connection to server at")
    {
      reason = reason[mark.upperBound...]
    }
    self.init(code: code, reason: String(reason))
  }
}
