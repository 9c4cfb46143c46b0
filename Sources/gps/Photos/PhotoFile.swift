// Core Location for Linux. SPDX-License-Identifier: MIT

import GPSTool
import Glibc
import LinuxSystem

/// A photo by its name, and which file that was when it was first looked at.
struct PhotoFile {
  let name: String
  let identity: FileIdentity
  /// In bytes.
  let size: Int

  /// - Throws: ``Failure`` if there is no such file, if it is not one (exiftool would read all files of a folder), or if another
  ///   user has made a link to it.
  init(_ name: String) throws(Failure) {
    let status = try Self.entry(name).status
    guard ExifTool.canName(name) else {
      throw Failure(
        "cannot read \(name): exiftool cannot be given a name with a line break; rename it",
        EX_DATAERR)
    }
    (self.name, identity, size) = (name, status.identity, Int(status.st_size))
  }

  /// Opens its folder, so that nobody can redirect the path.
  ///
  /// - Throws: ``Failure`` if the name is now that of another file.
  func entry() throws(Failure) -> (entry: FolderEntry, status: stat) {
    let found = try Self.entry(name)
    guard found.status.identity == identity else {
      throw Failure(
        "cannot write the place into \(name): \(PhotoWriter.reason(errno: ESTALE))", EX_DATAERR)
    }
    return found
  }

  private static func entry(_ name: String) throws(Failure) -> (entry: FolderEntry, status: stat) {
    let entry: FolderEntry
    do throws(TrustedPath.Fault) {
      entry = try FolderEntry(name)
    } catch {
      switch error {
      case .system(let number):
        throw Failure("cannot read \(name): \(describe(errno: number)); check the name", EX_NOINPUT)
      case .untrusted(let reason): throw Failure("cannot read \(name): \(reason)", EX_NOPERM)
      }
    }
    guard let status = entry.status, status.kind == S_IFREG else {
      throw Failure("cannot read \(name): it is not a file; name the photos in it", EX_NOINPUT)
    }
    return (entry, status)
  }
}
