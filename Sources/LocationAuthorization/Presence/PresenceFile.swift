// Core Location for Linux. SPDX-License-Identifier: MIT

package import FoundationEssentials
import Glibc
import LinuxSystem
import Synchronization

/// The file by which this process publishes that it uses the location, while it does.
///
/// It is locked while it is open: a file without a lock belongs to a process that has ended, for whatever reason.
struct PresenceFile: ~Copyable {
  private let directory: String?
  private let process: Int32
  private let name: String
  private var path: String { "\(directory ?? "")/\(name)" }
  private var published: PresenceEntry?
  /// The descriptor that holds the lock; negative while there is no file.
  private var descriptor: CInt = -1

  /// - Parameter directory: the directory of such files; `nil` without a session.
  init(
    directory: String?, process: Int32, distinction: UInt32 = .random(in: 1 ... .max)
  ) {
    self.directory = directory
    self.process = process
    name = Self.name(process, distinction)
  }

  deinit { Self.remove(name, in: directory, descriptor) }

  /// Returns a name; process numbers are reused, and a process may have several files.
  private static func name(_ process: Int32, _ distinction: UInt32) -> String {
    "\(process)-\(String(distinction, radix: 16)).json"
  }

  /// Whether a name is that of such a file, or of one that is about to replace it.
  static func isName(_ name: String) -> Bool {
    var rest = name[...]
    if rest.hasSuffix(".new") { rest = rest.dropLast(4) }
    guard rest.hasSuffix(".json") else { return false }
    let parts = rest.dropLast(5).split(separator: "-", omittingEmptySubsequences: false)
    return parts.count == 2 && Int32(parts[0]) != nil && UInt32(parts[1], radix: 16) != nil
      && parts.allSatisfy { $0.utf8.allSatisfy { $0 != UInt8(ascii: "+") } }
  }

  /// Publishes an entry in place of the previous one; `nil` if the location is not used.
  mutating func publish(_ entry: PresenceEntry?) throws(AuthorizationError) {
    guard entry != published else { return }
    published = entry
    guard let entry else {
      Self.remove(name, in: directory, descriptor)
      descriptor = -1
      return
    }
    guard let directory else {
      throw AuthorizationError(
        .write, "which applications use the location", .noPlace(variable: "XDG_RUNTIME_DIR"))
    }
    let place = try PrivateDirectory.making(directory)
    let new = try write(entry, place)
    if descriptor >= 0 { close(descriptor) }
    descriptor = new
    ForkedChild.closes(new)
  }

  /// Writes a file and moves it into place, so that readers never see a partial or unlocked one.
  private func write(
    _ entry: PresenceEntry, _ place: borrowing PrivateDirectory
  ) throws(AuthorizationError) -> CInt {
    let content: [UInt8]
    do {
      content = try Array(AuthorizationCoding.encoder.encode(entry))
    } catch {
      throw AuthorizationError(.write, path, .damaged("\(error)"))
    }
    let (new, temporary) = try lockedFile(in: place)
    var number = WholeFile.write(content, to: new)
    if number == 0 { number = place.rename(temporary, to: name) }
    guard number == 0 else {
      place.remove(temporary)
      close(new)
      throw AuthorizationError(.write, path, errno: number)
    }
    return new
  }

  /// Creates a file and locks it.
  ///
  /// A reader that arrives between the two steps takes the file for an abandoned one, locks it, and removes it; then another one
  /// is created, under another name.
  private func lockedFile(
    in place: borrowing PrivateDirectory
  ) throws(AuthorizationError) -> (descriptor: CInt, name: String) {
    for _ in 0..<1000 {
      let temporary = Self.name(process, .random(in: 1 ... .max)) + ".new"
      let new = place.open(temporary, O_RDWR | O_CREAT | O_EXCL | O_NONBLOCK)
      guard new >= 0 || errno == EEXIST else {
        throw AuthorizationError(.write, path, errno: errno)
      }
      guard new >= 0 else { continue }
      let number = flock(new, LOCK_EX | LOCK_NB) == 0 ? 0 : errno
      if number == 0, place.isOurs(new), place.isStill(new, temporary) { return (new, temporary) }
      close(new)
      guard number == 0 || number == EWOULDBLOCK else {
        place.remove(temporary)
        throw AuthorizationError(.write, path, errno: number)
      }
    }
    throw AuthorizationError(.write, path, errno: EWOULDBLOCK)
  }

  private static func remove(_ name: String, in directory: String?, _ descriptor: CInt) {
    guard descriptor >= 0 else { return }
    ForkedChild.leaves(descriptor)
    if let directory, let place = try? PrivateDirectory(directory) { place.remove(name) }
    close(descriptor)
  }
}

/// Closes the lock in a forked child as soon as it runs.
///
/// The child inherits every descriptor of its parent, and would otherwise keep the lock after the parent has ended.
private enum ForkedChild {
  private static let lock = Atomic<CInt>(-1)

  private static let registration: CInt = pthread_atfork(nil, nil) {
    close(ForkedChild.lock.load(ordering: .relaxed))
  }

  static func closes(_ descriptor: CInt) {
    lock.store(descriptor, ordering: .relaxed)
    _ = registration
  }

  static func leaves(_ descriptor: CInt) {
    _ = lock.compareExchange(expected: descriptor, desired: -1, ordering: .relaxed)
  }
}

/// The directory in which processes publish that they use the location.
package struct PresenceDirectory: Sendable {
  private let path: String

  package init(path: String) { self.path = path }

  /// Returns the processes that use the location now, the one that began earliest first.
  ///
  /// Files of processes that have ended are removed. Damaged files are skipped: only this user can write to the
  /// directory.
  ///
  /// - Throws: if the directory cannot be read, is a link, or may be written to by others.
  package func entries() throws(AuthorizationError) -> [PresenceEntry] {
    guard let directory = try PrivateDirectory(path) else { return [] }
    return directory.names.filter(PresenceFile.isName).compactMap { entry($0, directory) }
      .sorted { ($0.since, $0.process) < ($1.since, $1.process) }
  }

  /// Returns what a locked file reports; `nil` if no process holds it.
  private func entry(_ name: String, _ directory: borrowing PrivateDirectory) -> PresenceEntry? {
    let descriptor = directory.open(name, O_RDWR | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard directory.isOurs(descriptor) else { return nil }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
      // It may have been replaced since it was opened; the new file is then the one that is locked.
      guard directory.isStill(descriptor, name) else { return newer(name, directory) }
      directory.remove(name)
      return nil
    }
    return name.hasSuffix(".new") ? nil : entry(in: descriptor)
  }

  /// Reads the file that has just replaced another.
  private func newer(_ name: String, _ directory: borrowing PrivateDirectory) -> PresenceEntry? {
    let descriptor = directory.open(name, O_RDONLY | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return entry(in: descriptor)
  }

  private func entry(in descriptor: CInt) -> PresenceEntry? {
    guard let content = try? WholeFile.read(descriptor, path, limit: 1 << 16) else { return nil }
    return try? BoundedDecoding.json(
      PresenceEntry.self, from: content, by: AuthorizationCoding.decoder)
  }
}

/// A process that uses the location now, as every user may see.
package struct PresenceEntry: Hashable, Sendable, Codable {
  /// A bundle identifier or path, as the process reports it; not escaped.
  package var application: String
  package var process: Int32
  /// When the use began, by the machine's clock.
  package var since: Date
  /// Whether the application is not in use.
  package var isInBackground: Bool
  package var showsIndicator: Bool
  /// What it uses the location for, such as `standard`, `regions`, `visits`; in alphabetical order.
  package var kinds: [String]

  private enum CodingKeys: String, CodingKey {
    case application
    case process = "pid"
    case since
    case isInBackground = "background"
    case showsIndicator = "indicator"
    case kinds
  }
}
