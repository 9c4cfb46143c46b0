// Core Location for Linux. SPDX-License-Identifier: MIT

package import Glibc

/// Paths on which no untrusted user can put another file in the place of the one that is meant.
///
/// Like sshd, this checks the folders on the path, too: users who may write to one can exchange what is below it. Since
/// nobody else can, the result of a check still holds when a library opens the file by its name later.
package enum TrustedPath {
  package enum Fault: Error, Hashable {
    /// The error number of a system call.
    case system(CInt)
    /// Why an untrusted user may have written or can exchange the file, and what to do about it.
    case untrusted(String)
  }

  /// Returns the absolute path of a file, without links; the file may be missing, but not the folder.
  ///
  /// Links made by other users are not followed: they could lead to any other file of this user.
  package static func resolve(_ path: String, trust: FileTrust = .user) throws(Fault) -> String {
    guard !path.isEmpty else { throw .system(ENOENT) }
    var steps = steps(of: path)
    if !isAbsolute(path) {
      guard let folder = Folder.current else { throw .system(errno) }
      steps += self.steps(of: folder)
    }
    var folder = "/"
    var isShared = try isShared(folder, trust)
    var links = 0
    while let step = steps.popLast() {
      let next = step == ".." ? WholeFile.parent(of: folder) : append(step, to: folder)
      let status = try status(of: next, trust: trust)
      let isLink = status?.kind == S_IFLNK
      guard isLink || steps.isEmpty else {
        (folder, isShared) = (next, try self.isShared(next, trust))
        continue
      }
      guard !isShared else {
        throw .untrusted("others can create files in \(folder); choose a folder of your own")
      }
      guard isLink else { return next }
      links += 1
      guard links <= 40 else { throw .system(ELOOP) }
      let target = try target(of: next)
      if isAbsolute(target) { folder = "/" }
      isShared = try self.isShared(folder, trust)
      steps += self.steps(of: target)
    }
    return folder
  }

  /// Returns the absolute path of a folder, without links; unlike a file, which others could have created first, it may be in a folder
  /// where others can create files, too.
  package static func resolve(folder: String, trust: FileTrust = .user) throws(Fault) -> String {
    guard !folder.isEmpty else { throw .system(ENOENT) }
    return WholeFile.parent(of: try resolve(folder + "/inside", trust: trust))
  }

  /// Returns the status of a file or directory that only trusted users can have written; `nil` if there is none.
  ///
  /// It is not opened for reading: closing a file would end all locks (fcntl(2)) that the process has on it.
  package static func status(of path: String, trust: FileTrust = .user) throws(Fault) -> stat? {
    let descriptor = retryingOnInterrupt { open(path.pathBytes, pathOnly | O_NOFOLLOW | O_CLOEXEC) }
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw .system(errno)
    }
    defer { close(descriptor) }
    guard let status = stat(of: descriptor) else { throw .system(errno) }
    guard trust.includes(status.st_uid) else {
      throw .untrusted(
        "\(path) belongs to user \(status.st_uid); run this as that user, or name another file")
    }
    // The permissions of links, pipes and devices are not about what is written there.
    if [S_IFREG, S_IFDIR].contains(status.kind), !isShared(status),
      let fault = trust.fault(of: descriptor, named: path)
    {
      throw .untrusted(fault)
    }
    return status
  }

  /// Returns whether other users can create files in a directory, although they cannot exchange those of trusted users.
  private static func isShared(_ folder: String, _ trust: FileTrust) throws(Fault) -> Bool {
    guard let status = try status(of: folder, trust: trust) else { throw .system(ENOENT) }
    guard status.kind == S_IFDIR else { throw .system(ENOTDIR) }
    return isShared(status)
  }

  private static func isShared(_ status: stat) -> Bool {
    status.kind == S_IFDIR && status.st_mode & S_ISVTX != 0
      && status.st_mode & (S_IWGRP | S_IWOTH) != 0
  }

  /// Returns the names on a path, the first one last.
  static func steps(of path: String) -> [String] {
    path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
      .filter { $0 != "." }.reversed()
  }

  private static func append(_ step: String, to folder: String) -> String {
    folder == "/" ? "/" + step : "\(folder)/\(step)"
  }

  static func isAbsolute(_ path: String) -> Bool { path.utf8.first == UInt8(ascii: "/") }

  private static func target(of link: String) throws(Fault) -> String {
    guard let target = linkTarget(of: link) else { throw .system(errno) }
    return String(pathBytes: target)
  }

  /// `O_PATH`, a macro that Swift does not import.
  static let pathOnly: CInt = 0o10_000_000
}
