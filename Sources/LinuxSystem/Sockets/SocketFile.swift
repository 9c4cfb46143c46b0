// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// The file of a unix socket on which this process listens.
///
/// Its directory may belong to a user who exchanges what is in it meanwhile, or the directory itself. No permission is
/// therefore changed by name, and only sockets are removed, in the directory that was examined.
package struct SocketFile: Sendable {
  private let path: String
  private let inode: ino_t

  /// One change of the umask at a time: of two, the second would restore what the first has set.
  private static let umaskTurn = Mutex(())

  /// Creates a socket to which every user may connect, and listens on it.
  ///
  /// To be called while no other thread creates files, since it changes the umask for a moment.
  ///
  /// - Parameter backlog: the most connections that wait to be accepted.
  /// - Returns: the file, and a descriptor, which the caller closes.
  /// - Throws: ``SystemError``; `EADDRINUSE` if there is a file already.
  package static func listen(
    at path: String, backlog: CInt
  ) throws(SystemError) -> (file: SocketFile, descriptor: CInt) {
    let address = try UnixAddress(path)
    let descriptor = openSocket(AF_UNIX, SOCK_STREAM)
    guard descriptor >= 0 else { throw SystemError("listen at", path, errno: errno) }
    // The file gets the socket's own permissions, without those in the umask.
    let number = umaskTurn.withLock { _ in
      let before = umask(0)
      defer { umask(before) }
      let isListening =
        fchmod(descriptor, 0o666) == 0
        && address.withAddress { bind(descriptor, $0, $1) } == 0
        && Glibc.listen(descriptor, backlog) == 0
      return isListening ? 0 : errno
    }
    guard number == 0 else {
      close(descriptor)
      throw SystemError("listen at", path, errno: number)
    }
    let inode = inDirectory(of: path, socketInode)
    return (SocketFile(path: path, inode: inode ?? 0), descriptor)
  }

  /// Removes the file if it is still this one.
  package func remove() {
    _ = Self.inDirectory(of: path) { directory, name in
      Self.socketInode(directory, name) == inode ? unlinkat(directory, name, 0) : nil
    }
  }

  /// Removes whichever socket has this path; returns false if another file has it.
  package static func removeSocket(at path: String) -> Bool {
    inDirectory(of: path) { directory, name in
      socketInode(directory, name) != nil && unlinkat(directory, name, 0) == 0
    } ?? false
  }

  /// Calls a function with a descriptor of a file's directory, and the file's name there.
  private static func inDirectory<Result>(
    of path: String, _ body: (CInt, String) -> Result?
  ) -> Result? {
    let directory = open(WholeFile.parent(of: path), TrustedPath.pathOnly | O_DIRECTORY | O_CLOEXEC)
    guard directory >= 0 else { return nil }
    defer { close(directory) }
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    return body(directory, name)
  }

  /// Returns the inode of a socket; `nil` if there is none of that name.
  private static func socketInode(_ directory: CInt, _ name: String) -> ino_t? {
    guard let status = stat(ofLink: name, in: directory), status.kind == S_IFSOCK else {
      return nil
    }
    return status.st_ino
  }
}
