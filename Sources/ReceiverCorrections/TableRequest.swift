// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem
import ServerAccess

/// A request for a caster's table over a connection of its own.
struct TableRequest {
  let connection: CasterConnection
  private var dialogue = CasterDialogue(wantsTable: true)
  private let end: Duration

  /// How long a caster may take.
  static let patience: Duration = .seconds(20)

  init(_ connection: CasterConnection, at now: Duration) {
    (self.connection, end) = (connection, now + Self.patience)
  }

  /// When to call ``serve(at:)`` although nothing is ready.
  var deadline: Duration? { earlier(connection.due, end) }

  /// Reads what has come; `nil` while there is no answer.
  ///
  /// - Throws: `StreamError` if the connection fails.
  mutating func serve(at now: Duration) throws(StreamError) -> CasterVerdict? {
    for event in connection.serve(at: now) {
      var outcomes: [CasterDialogue.Outcome] = []
      switch event {
      case .opened: connection.request(position: nil)
      case .bytes(let bytes): outcomes = dialogue.received(bytes)
      case .closed: outcomes = dialogue.closed()
      case .failed(let reason): throw StreamError(reason)
      }
      for outcome in outcomes {
        switch outcome {
        case .ended(let verdict): return verdict
        // It sends data where the table should be.
        case .accepted, .data, .finished: return .nothing
        }
      }
    }
    guard now >= end else { return nil }
    for case .ended(let verdict) in dialogue.closed() where verdict != .nothing {
      guard case .table(var table) = verdict else { return verdict }
      table.cutOff()
      return .table(table)
    }
    return .refused("no answer within 20 s")
  }
}

/// Asks a caster for its table, on the reactor of a command.
private final class TableResident: Resident {
  private var request: TableRequest
  /// The answer, once there is one.
  private(set) var outcome: Result<CasterVerdict, StreamError>?

  init(_ request: TableRequest) { self.request = request }

  var deadline: Duration? { request.deadline }
  func watch(_ watched: inout Reactor.Watched) { request.connection.watch(&watched) }
  func serve(_ ready: Reactor.Ready) {
    do throws(StreamError) {
      outcome = try request.serve(at: ready.now).map { .success($0) }
    } catch {
      outcome = .failure(error)
    }
  }
}

extension CasterAccess {
  /// Gets the table of a caster, and waits for it.
  ///
  /// - Parameter interruption: a descriptor that ends the wait when it can be read.
  /// - Returns: `nil` after an interruption.
  /// - Throws: `StreamError` without a connection, `SystemError` without descriptors.
  package func table(
    of address: CorrectionAddress, endingBy interruption: CInt
  ) throws -> CasterVerdict? {
    let reactor = try Reactor(endingBy: interruption)
    let inbox = reactor.inbox
    // Any work ends the wait.
    let opening = CasterOpening(address.table, self) { inbox.post { _ in } }
    let request = TableRequest(CasterConnection(opening), at: monotonicNow())
    let resident = TableResident(request)
    reactor.add(resident)
    try reactor.run { resident.outcome != nil }
    return try resident.outcome?.get()
  }
}
