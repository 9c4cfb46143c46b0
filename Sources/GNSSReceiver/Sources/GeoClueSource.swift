// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
package import LinuxSystem
package import LocationProtocols

/// GeoClue, the location service of desktops, which has a position without a receiver: `geoclue:`.
package struct GeoClueSource: NamedSource {
  package static let form = "geoclue:"

  package init() {}

  package init?(
    named name: String, introduction: ClientIntroduction
  ) throws(SelectionError) {
    guard name.hasPrefix(Self.form) else { return nil }
    guard name == Self.form else { throw SelectionError(text: name, expectation: Self.form) }
  }

  /// Returns the source for a program that finds no receiver; `nil` where ``obstacle(environment:root:)`` says why not.
  package static func ofSession(environment: Environment) -> GeoClueSource? {
    obstacle(environment: environment) == nil ? GeoClueSource() : nil
  }

  /// Returns why GeoClue is not asked unless it is named; `nil` if it is.
  ///
  /// Nothing is loaded or connected to. Only programs of a logged-in user have an agent, so that others would be kept
  /// waiting.
  ///
  /// - Parameter root: where the system's files are, for tests.
  package static func obstacle(environment: Environment, root: String = "") -> String? {
    func exists(_ path: String) -> Bool { access((root + path).pathBytes, F_OK) == 0 }
    if environment["CORELOCATION_SERVICE"] == "none" {
      return "CORELOCATION_SERVICE=none forbids asking other programs"
    }
    if UserDirectories(environment: environment).runtime == nil {
      return "this program belongs to no session of a user (XDG_RUNTIME_DIR is not set)"
    }
    let file = "/dbus-1/system-services/\(GeoClueDialogue.service).service"
    if !Self.dataFolders.contains(where: { exists($0 + file) }) { return "it is not installed" }
    return hasBus(environment, root) ? nil : "there is no system bus"
  }

  private static func hasBus(_ environment: Environment, _ root: String) -> Bool {
    let form = "unix:path="
    guard let address = environment["DBUS_SYSTEM_BUS_ADDRESS"] else {
      return access((root + "/run/dbus/system_bus_socket").pathBytes, F_OK) == 0
    }
    guard address.hasPrefix(form) else { return true }
    let path = address.dropFirst(form.count).prefix { $0 != "," && $0 != ";" }
    return access(String(path).pathBytes, F_OK) == 0
  }

  /// Where the files are that make the bus start a service; the last one is NixOS's.
  private static let dataFolders = [
    "/usr/share", "/usr/local/share", "/run/current-system/sw/share",
  ]

  package var name: String { Self.form }
  package var traits: SourceTraits { [.isProgram, .isFallback] }

  package func open(_ request: OpenRequest) throws(SourceError) -> any Connection {
    try GeoClueConnection()
  }

  package func interpreter(_ options: SupervisionOptions) -> any Interpreter {
    GeoClueInterpreter()
  }
}

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
