// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem

/// A connection to GeoClue, which yields a line for each of its locations; see ``GeoClueInterpreter``.
final class GeoClueConnection: Connection {
  private let bus: SystemBus
  private var dialogue = GeoClueDialogue()
  /// What has not been read yet: whole lines.
  private var lines: [UInt8] = []
  /// What the calls were for that have not been answered, by their numbers.
  private var awaited: [UInt64: GeoClueDialogue.Request] = [:]
  private let deadline: Duration

  /// The most messages that are read at once, so that a sender without a pause does not keep the thread.
  private static let mostMessages = 64

  init() throws(SourceError) {
    deadline = monotonicNow() + GeoClueDialogue.patience
    do throws(SystemBusError) {
      bus = try SystemBus()
      try send(GeoClueDialogue.firstRequests)
    } catch {
      throw Self.failure(error)
    }
  }

  var descriptor: CInt { bus.descriptor }
  var isConnecting: Bool { !dialogue.hasStarted }
  var connectDeadline: Duration? { isConnecting ? deadline : nil }
  var hasOutput: Bool { bus.hasOutput }

  func connect(at now: Duration) throws(SourceError) {
    try readMessages()
    if isConnecting, now >= deadline { throw dialogue.silence }
  }

  func read(into buffer: UnsafeMutableRawBufferPointer) throws(SourceError) -> ReadOutcome {
    try readMessages()
    if dialogue.isOver { return .hungUp }
    let line = lines.prefix(buffer.count)
    guard !line.isEmpty else { return .nothing }
    buffer.copyBytes(from: line)
    lines.removeFirst(line.count)
    return .bytes(line.count)
  }

  /// Reads messages until one of them has yielded a line; those after it stay readable.
  private func readMessages() throws(SourceError) {
    for _ in 0..<Self.mostMessages where lines.isEmpty && !dialogue.isOver {
      let message: BusMessage?
      do throws(SystemBusError) { message = try bus.next() } catch { throw Self.failure(error) }
      guard let message else { return }
      let request = message.call.flatMap { awaited.removeValue(forKey: $0) }
      // What refers to no call of ours would be somebody's mistake.
      if message.call != nil, request == nil { continue }
      var effects = GeoClueDialogue.Effects()
      try dialogue.received(
        message, answering: request, seconds: nanosecondsSince1970() / 1_000_000_000,
        into: &effects)
      lines += effects.lines
      do throws(SystemBusError) { try send(effects.requests) } catch { throw Self.failure(error) }
    }
  }

  private func send(_ requests: [GeoClueDialogue.Request]) throws(SystemBusError) {
    for request in requests { awaited[try bus.send(request.call)] = request }
  }

  private static func failure(_ error: SystemBusError) -> SourceError {
    let line = "cannot use GeoClue: \(error)"
    return if case .noLibrary = error { .other(line) } else { .service(line) }
  }
}
