// Core Location for Linux. SPDX-License-Identifier: MIT

package import Glibc

/// A file by its name in a folder that is kept open: other users who may write to that folder can exchange the file, but not
/// make this process write to another one.
package final class FolderEntry: Sendable {
  /// The path as it was given, for messages.
  package let path: String
  private let folder: CInt
  private let name: String

  /// Opens the folder of a file.
  ///
  /// Links are followed, such as one to a photo; but only those of root and of this user, since others could make them lead
  /// to any file of this user.
  ///
  /// - Parameter mayBeMissing: whether the folder is opened even if the file is not there.
  package init(_ path: String, mayBeMissing: Bool = false) throws(TrustedPath.Fault) {
    var steps = TrustedPath.steps(of: path)
    var folder = try Self.open(TrustedPath.isAbsolute(path) ? "/" : ".", in: AT_FDCWD)
    var links = 0
    do throws(TrustedPath.Fault) {
      while let step = steps.popLast() {
        if mayBeMissing, steps.isEmpty, stat(ofLink: step, in: folder) == nil, errno == ENOENT {
          (self.path, self.folder, name) = (path, folder, step)
          return
        }
        let next = try Self.open(step, in: folder)
        if stat(of: next)?.kind == S_IFLNK {
          defer { close(next) }
          links += 1
          guard links <= 40 else { throw .system(ELOOP) }
          let target = try Self.target(of: next, named: step)
          steps += TrustedPath.steps(of: target)
          if TrustedPath.isAbsolute(target) {
            close(exchange(&folder, with: try Self.open("/", in: AT_FDCWD)))
          }
        } else if steps.isEmpty {
          close(next)
          (self.path, self.folder, name) = (path, folder, step)
          return
        } else {
          close(exchange(&folder, with: next))
        }
      }
      // Nothing but the root, or nothing at all.
      throw .system(path.isEmpty ? ENOENT : EISDIR)
    } catch {
      close(folder)
      throw error
    }
  }

  deinit { close(folder) }

  /// The status of what has the name now, even if it is a link; `nil` if nothing has.
  package var status: stat? { stat(ofLink: name, in: folder) }

  /// A path that leads to this name in this folder while this object exists, whatever happens to the folders above it.
  package var lastingPath: String { "/proc/self/fd/\(folder)/\(name)" }

  /// Opens the file for reading; it must be the one with an identity.
  package func open(_ identity: FileIdentity) throws(SystemError) -> CInt {
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    let descriptor = retryingOnInterrupt { openat(folder, name.pathBytes, flags) }
    guard descriptor >= 0 else { throw SystemError("read", path, errno: errno) }
    guard stat(of: descriptor)?.identity == identity else {
      close(descriptor)
      throw SystemError("read", path, errno: ESTALE)
    }
    return movedAboveStandard(descriptor)
  }

  /// Gives the name to a new file with other content, and the file that had it another name: its own and a suffix.
  ///
  /// A file that has that other name already is the original of an earlier change, and keeps it. The new file has the
  /// permissions of the old one, and its owner and group if this user may give files to them.
  ///
  /// - Parameter old: the status of the file when its content was read.
  /// - Throws: ``SystemError``; `ESTALE` if it has changed since. Everything then has the name that it had.
  package func replace(
    _ old: stat, with content: CInt, keepingAs suffix: String
  ) throws(SystemError) {
    let new = ".gps-\(String(UInt64.random(in: 0 ... .max), radix: 36))"
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
    let descriptor = retryingOnInterrupt { openat(folder, new.pathBytes, flags, 0o600) }
    guard descriptor >= 0 else { throw SystemError("write", path, errno: errno) }
    let file = movedAboveStandard(descriptor)
    defer { close(file) }
    var number = WholeFile.copy(content, to: file)
    if number == 0 { number = Self.give(file, to: old) }
    if number == 0, retryingOnInterrupt({ fsync(file) }) != 0 { number = errno }
    if number == 0 { number = putInPlace(old, new, keepingAs: name + suffix) }
    guard number == 0 else {
      unlinkat(folder, new.pathBytes, 0)
      throw SystemError("write", path, errno: number)
    }
    synchronize()
  }

  /// Returns 0, or the error number.
  private func putInPlace(_ old: stat, _ new: String, keepingAs kept: String) -> CInt {
    guard let now = status, now.identity == old.identity, now.st_size == old.st_size,
      now.st_mtim.tv_sec == old.st_mtim.tv_sec, now.st_mtim.tv_nsec == old.st_mtim.tv_nsec
    else { return ESTALE }
    var wasRenamed = false
    if let there = stat(ofLink: kept, in: folder) {
      guard there.kind == S_IFREG else { return EEXIST }
    } else if linkat(folder, name.pathBytes, folder, kept.pathBytes, 0) != 0 {
      // The file system has no links (a camera's card), or this user may not make one.
      guard renameat(folder, name.pathBytes, folder, kept.pathBytes) == 0 else { return errno }
      wasRenamed = true
    }
    if renameat(folder, new.pathBytes, folder, name.pathBytes) == 0 { return 0 }
    let number = errno
    if wasRenamed { renameat(folder, kept.pathBytes, folder, name.pathBytes) }
    return number
  }

  /// Returns 0, or the error number.
  private static func give(_ file: CInt, to old: stat) -> CInt {
    // Only root may give files to other users; some file systems have no owners.
    if fchown(file, old.st_uid, old.st_gid) != 0 { _ = fchown(file, .max, old.st_gid) }
    // Never with the rights of the user who runs it: the content may be another user's.
    guard fchmod(file, old.st_mode & 0o777) == 0 || errno == EPERM else { return errno }
    return 0
  }

  /// Writes the folder to the disk, so that the names survive a power failure.
  private func synchronize() {
    let readable = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard readable >= 0 else { return }
    fsync(readable)
    close(readable)
  }

  // MARK: The way to the folder

  /// Opens what has a name, even if it is a link, so that it can be examined and entered.
  private static func open(_ name: String, in folder: CInt) throws(TrustedPath.Fault) -> CInt {
    let flags = TrustedPath.pathOnly | O_NOFOLLOW | O_CLOEXEC
    let descriptor = retryingOnInterrupt { openat(folder, name.pathBytes, flags) }
    guard descriptor >= 0 else { throw .system(errno) }
    return movedAboveStandard(descriptor)
  }

  /// Returns where an open link leads.
  private static func target(
    of link: CInt, named name: String
  ) throws(TrustedPath.Fault) -> String {
    guard let status = stat(of: link) else { throw .system(errno) }
    guard FileTrust.user.includes(status.st_uid) else {
      throw .untrusted(
        "\(name) is a link made by user \(status.st_uid); name the file that it leads to")
    }
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlinkat(link, "", &target, target.count)
    guard count >= 0 else { throw .system(errno) }
    return String(pathBytes: target.prefix(count).map(UInt8.init(bitPattern:)))
  }
}

package enum Folder {
  /// Returns the names in a folder, in any order, except `.` and `..`; none if it cannot be read.
  package static func names(in path: String) -> [String] {
    opendir(path.pathBytes).map(names(reading:)) ?? []
  }

  /// Returns the names in an open folder, and closes it.
  package static func names(in descriptor: CInt) -> [String] {
    guard let folder = fdopendir(descriptor) else {
      close(descriptor)
      return []
    }
    // A copy of a descriptor shares the position.
    rewinddir(folder)
    return names(reading: folder)
  }

  /// The folder in which this process works; `nil` if there is none any more, with the reason in `errno`.
  package static var current: String? {
    guard let path = getcwd(nil, 0) else { return nil }
    defer { free(path) }
    return String(pathBytes: UnsafeRawBufferPointer(start: path, count: strlen(path)))
  }

  private static func names(reading folder: OpaquePointer) -> [String] {
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(pathBytes: $0.prefix { $0 != 0 })
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
