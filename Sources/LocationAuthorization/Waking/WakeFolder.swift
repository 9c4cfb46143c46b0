// Core Location for Linux. SPDX-License-Identifier: MIT

import FoundationEssentials
import Glibc
import LinuxSystem

/// The folder of one application under `wake` in the state directory: its registration, the events that it has not been told,
/// and how starting it went.
package struct WakeFolder: Sendable {
  /// The most events that wait for an application; the oldest make room.
  package static let mostEvents = 256

  /// The variable that tells a program why it was started.
  package static let launchVariable = "CORELOCATION_LAUNCH"

  package let application: ApplicationIdentifier
  package let path: String

  /// - Parameter state: this project's folder in the user's state directory.
  package init(state: String, application: ApplicationIdentifier) {
    self.application = application
    path = "\(Self.root(state))/\(FileName.escaping(application.bytes))"
  }

  /// The folder that contains those of all applications.
  package static func root(_ state: String) -> String { "\(state)/wake" }

  /// The file that ``RunningMark`` locks.
  package var mark: String { path + "/running" }
  package var registrationFile: String { path + "/registration.json" }
  package var journalFile: String { path + "/journal.json" }
  /// What whoever keeps watch remembers.
  package var watchFile: String { path + "/watch.json" }
  package var eventsPath: String { path + "/events" }

  /// Whether the application has ever registered.
  package var exists: Bool { access(path.pathBytes, F_OK) == 0 }

  package func make() throws(AuthorizationError) {
    _ = try PrivateDirectory.making(WholeFile.parent(of: path))
    _ = try PrivateDirectory.making(path)
    _ = try PrivateDirectory.making(eventsPath)
  }

  // MARK: Values

  /// Reads a value; `nil` if there is none.
  ///
  /// - Throws: if another user may have written it, or if it is damaged.
  package func read<Value: Decodable>(
    _ type: Value.Type, _ file: String
  ) throws(AuthorizationError) -> Value? {
    guard let file = try TrustedFile.read(file), !file.bytes.isEmpty else { return nil }
    if let fault = file.fault { throw AuthorizationError(.honor, path, .notHonored(fault)) }
    do {
      return try BoundedDecoding.json(type, from: file.bytes)
    } catch {
      throw AuthorizationError(.read, path, .damaged(error.reason))
    }
  }

  package func write(
    _ value: some Encodable, _ file: String, isDurable: Bool = true
  ) throws(AuthorizationError) {
    if let owner = WholeFile.foreignOwner(of: file) {
      throw AuthorizationError(.write, file, .notOurs(owner))
    }
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      try WholeFile.replace(
        file, with: Array(encoder.encode(value)), mode: 0o600, isDurable: isDurable)
    } catch let error as SystemError {
      throw AuthorizationError(.write, error)
    } catch {
      throw AuthorizationError(.write, file, .damaged("\(error)"))
    }
  }

  package func registration() throws(AuthorizationError) -> WakeRegistration? {
    try read(WakeRegistration.self, registrationFile)
  }

  /// Returns what is registered in a folder, whose application is not known yet.
  package static func registration(in path: String) throws(AuthorizationError) -> WakeRegistration?
  {
    try WakeFolder(path: path).registration()
  }

  private init(path: String) { (application, self.path) = ("unknown", path) }

  package func journal() -> WakeJournal {
    (try? read(WakeJournal.self, journalFile)) ?? WakeJournal()
  }

  /// Forgets the application: what it registered, and what it has not been told.
  package func forget() {
    for event in events() { unlink(event.path.pathBytes) }
    for file in [registrationFile, journalFile, watchFile] { unlink(file.pathBytes) }
  }

  // MARK: Events

  /// An event that the application has not been told, and its file.
  package struct Stored: Hashable, Sendable {
    package let event: WakeEvent
    package let path: String

    /// The number of the event, higher than those of all events before it.
    package var number: Int { WakeFolder.number(path) }
  }

  /// Returns the events that the application has not been told, the oldest first.
  ///
  /// Damaged files are skipped, and those of events that have been delivered are removed.
  package func events() -> [Stored] {
    guard let folder = try? PrivateDirectory(eventsPath) else { return [] }
    for name in folder.names where name.hasSuffix(WakeReceipt.claimedSuffix) { folder.remove(name) }
    return folder.names.filter { $0.hasSuffix(".json") }.sorted().compactMap { name in
      let path = "\(eventsPath)/\(name)"
      if let event = try? read(WakeEvent.self, path) { return Stored(event: event, path: path) }
      if isClaimedInPlace(path) { folder.remove(name) }
      return nil
    }
  }

  /// Whether an application built with an earlier version has claimed a file, by overwriting its first byte.
  private func isClaimedInPlace(_ path: String) -> Bool {
    (try? WholeFile.read(path, limit: 1 << 16))?.first == UInt8(ascii: "!")
  }

  package func add(_ event: WakeEvent) throws(AuthorizationError) -> Stored {
    let names = Folder.names(in: eventsPath).filter { $0.hasSuffix(".json") }.sorted()
    for name in names.prefix(max(0, names.count + 1 - Self.mostEvents)) {
      unlink("\(eventsPath)/\(name)".pathBytes)
    }
    let last = names.last.map { Self.number($0) } ?? journal().lastNumber
    let digits = String(min(max(last, journal().lastNumber), Self.mostNumber) + 1)
    // Two processes of an application may add one at once.
    let name =
      String(repeating: "0", count: max(0, 12 - digits.count)) + digits + "-"
      + String(UInt32.random(in: 0 ... .max), radix: 16)
    let path = "\(eventsPath)/\(name).json"
    try write(event, path)
    return Stored(event: event, path: path)
  }

  private static func number(_ path: String) -> Int {
    min(Int(path.split(separator: "/").last?.prefix { $0 != "-" } ?? "") ?? 0, mostNumber)
  }

  /// More than all events of a lifetime; larger numbers are those of damaged files.
  private static let mostNumber = 1 << 53
}
