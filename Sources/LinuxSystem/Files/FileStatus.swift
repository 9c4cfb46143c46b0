// Core Location for Linux. SPDX-License-Identifier: MIT

package import Glibc

// What the kernel knows about a file; `nil` if it does not tell, with the reason in `errno`.

extension stat {
  /// Examines what a path leads to.
  package init?(of path: String) {
    self.init()
    guard fstatat(AT_FDCWD, path.pathBytes, &self, 0) == 0 else { return nil }
  }

  /// Examines what has a path, even if it is a link.
  package init?(ofLink path: String) {
    self.init(ofLink: path, in: AT_FDCWD)
  }

  /// Examines what has a name in an open directory, even if it is a link.
  package init?(ofLink name: String, in directory: CInt) {
    self.init()
    guard fstatat(directory, name.pathBytes, &self, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
  }

  /// Examines an open file.
  package init?(of descriptor: CInt) {
    self.init()
    guard fstat(descriptor, &self) == 0 else { return nil }
  }

  /// What kind of file it is, such as `S_IFREG`.
  package var kind: mode_t { st_mode & S_IFMT }

  /// What tells the file from every other one, whatever its names.
  package var identity: FileIdentity { FileIdentity(device: st_dev, inode: st_ino) }
}

/// What tells a file from every other one, whatever its names; another file may have the same once it is gone.
package struct FileIdentity: Hashable, Sendable {
  let device: dev_t
  let inode: ino_t
}

/// Returns where a link leads; `nil` if it is none.
package func linkTarget(of path: String) -> [UInt8]? {
  var target = [CChar](repeating: 0, count: Int(PATH_MAX))
  let count = readlink(path.pathBytes, &target, target.count)
  return count >= 0 ? target.prefix(count).map(UInt8.init(bitPattern:)) : nil
}

/// Returns the absolute path without links; `nil` if it leads to nothing.
package func realPath(of path: String) -> [UInt8]? {
  guard let real = realpath(path.pathBytes, nil) else { return nil }
  defer { free(real) }
  return UnsafeBufferPointer(start: real, count: strlen(real)).map(UInt8.init(bitPattern:))
}

// Missing from Swift's Glibc.
@_extern(c) private func getxattr(
  _ path: UnsafePointer<CChar>, _ name: UnsafePointer<CChar>, _ value: UnsafeMutableRawPointer,
  _ size: Int
) -> Int

/// The access control list of a file (acl(5)), which may allow what the file's mode does not show.
package enum AccessControlList {
  /// Returns the list as the kernel stores it, empty if the file has none; `nil` if it cannot be read.
  package static func read(_ path: String) -> [UInt8]? {
    var list = [UInt8](repeating: 0, count: 1 << 16)
    let count = getxattr(path, "system.posix_acl_access", &list, list.count)
    if count >= 0 { return Array(list.prefix(count)) }
    return errno == ENODATA || errno == EOPNOTSUPP ? [] : nil
  }

  static func read(_ descriptor: CInt) -> [UInt8]? { read("/proc/self/fd/\(descriptor)") }
}
