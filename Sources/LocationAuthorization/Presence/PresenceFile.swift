// Core Location for Linux. SPDX-License-Identifier: MIT

import FoundationEssentials
import Glibc
import LinuxSystem
import Synchronization

/// The file by which this process publishes that it uses the location, as long as it does.
///
/// It is locked as long as it is open: a file that nobody holds belongs to a process that is gone, whatever ended it.
struct PresenceFile: ~Copyable {
  private let directory: String?
  private let name: String
  private var path: String { "\(directory ?? "")/\(name)" }
  private var published: PresenceEntry?
  /// The lock; negative as long as there is no file.
  private var descriptor: CInt = -1

  /// - Parameter directory: where such files are; `nil` without a session.
  init(
    directory: String?, process: Int32, distinction: UInt32 = .random(in: 1 ... .max)
  ) {
    self.directory = directory
    // A number of a process comes again, and a process may have several.
    name = "\(process)-\(String(distinction, radix: 16)).json"
  }

  deinit { Self.remove(name, in: directory, descriptor) }

  /// Whether a name is one of these, or of the file that is to replace one.
  static func isName(_ name: String) -> Bool {
    var rest = name[...]
    if rest.hasSuffix(".new") { rest = rest.dropLast(4) }
    guard rest.hasSuffix(".json") else { return false }
    let parts = rest.dropLast(5).split(separator: "-", omittingEmptySubsequences: false)
    return parts.count == 2 && Int32(parts[0]) != nil && UInt32(parts[1], radix: 16) != nil
      && parts.allSatisfy { $0.utf8.allSatisfy { $0 != UInt8(ascii: "+") } }
  }

  /// Publishes this in place of what was published before; `nil` if the location is not used.
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

  /// Writes the file that is to replace the one before; readers see no half of it, and none that nobody holds.
  private func write(
    _ entry: PresenceEntry, _ place: borrowing PrivateDirectory
  ) throws(AuthorizationError) -> CInt {
    let content: [UInt8]
    do {
      content = try Array(AuthorizationCoding.encoder.encode(entry))
    } catch {
      throw AuthorizationError(.write, path, .damaged("\(error)"))
    }
    let temporary = name + ".new"
    let new = try held(temporary, place)
    var number = WholeFile.write(content, to: new)
    if number == 0 { number = place.rename(temporary, to: name) }
    guard number == 0 else {
      place.remove(temporary)
      close(new)
      throw AuthorizationError(.write, path, errno: number)
    }
    return new
  }

  /// Makes a file that is held by its descriptor.
  ///
  /// A reader that comes between the making and the holding takes the file for one that nobody holds, holds it for
  /// a moment, and removes it: then another is made.
  private func held(
    _ temporary: String, _ place: borrowing PrivateDirectory
  ) throws(AuthorizationError) -> CInt {
    for _ in 0..<1000 {
      let new = place.open(temporary, O_RDWR | O_CREAT | O_TRUNC | O_NONBLOCK)
      guard new >= 0 else { throw AuthorizationError(.write, path, errno: errno) }
      let number = flock(new, LOCK_EX | LOCK_NB) == 0 ? 0 : errno
      if number == 0, place.isOurs(new), place.isStill(new, temporary) { return new }
      close(new)
      guard number == 0 || number == EWOULDBLOCK else {
        place.remove(temporary)
        throw AuthorizationError(.write, path, errno: number)
      }
      usleep(1000)
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

/// What a forked child closes as soon as it runs.
///
/// It has every descriptor of its parent, and so would go on holding the lock when the parent is gone.
private enum ForkedChild {
  /// The lock of the file that this process published last; negative if there is none.
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
