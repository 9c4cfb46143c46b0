// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
package import HTTPSites
import LinuxSystem

/// The file that keeps the token of the page over a restart; it is its owner's alone.
package enum TokenFile {
  /// Returns the token in a file, and creates both if there is none, or others could read it.
  ///
  /// - Parameter isNew: whether another token takes the place of one that is there.
  /// - Throws: ``WatchFile/Problem`` if it cannot be kept, or another user can have written it.
  package static func token(_ path: String, isNew: Bool) throws(WatchFile.Problem) -> AccessToken {
    do throws(SystemError) {
      try WholeFile.makeDirectory(WholeFile.parent(of: path), mode: 0o700)
    } catch {
      throw WatchFile.Problem(path, error.description, what)
    }
    let resolved = try WatchFile.trusted(path, what)
    do throws(SystemError) {
      if !isNew, !isPublic(resolved), let bytes = try WholeFile.read(resolved, limit: 64),
        let token = AccessToken(String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self))
      {
        return token
      }
      let token = AccessToken.random()
      try WholeFile.replace(resolved, with: Array("\(token)\n".utf8), mode: 0o600)
      return token
    } catch {
      throw WatchFile.Problem(path, error.description, what)
    }
  }

  private static let what = "token"

  /// Whether others can read a file, and so may have the token by now.
  private static func isPublic(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & 0o077 != 0
  }
}
