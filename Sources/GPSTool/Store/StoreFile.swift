// Core Location for Linux. SPDX-License-Identifier: MIT

package import ArgumentParser
import Glibc
import LinuxSystem
package import TrackStore

/// The file that contains positions and the track, unless another is named.
package enum StoreFile {
  package static func usual() throws -> String {
    guard let folder = StateFolder.current else {
      throw Failure(
        "cannot find the user's state directory: HOME is not set; use --store FILE",
        EX_UNAVAILABLE)
    }
    return folder + "/positions.sqlite"
  }

  /// Returns its path for writing, and creates its folder.
  package static func usualForWriting() throws -> String {
    let path = try usual()
    if let owner = WholeFile.foreignOwner(of: path) {
      throw Failure(
        "cannot store positions in \(path): it belongs to user \(owner); run this as that user, or use --store FILE",
        EX_NOPERM)
    }
    try WholeFile.makeDirectory(WholeFile.parent(of: path), mode: 0o700)
    return path
  }
}

/// The folder for what programs remember: that of the unit, else the user's.
package enum StateFolder {
  /// `nil` for a user without a home.
  package static var current: String? {
    // The first of the unit's state directories; those of systemd are absolute.
    let unit = Environment.current["STATE_DIRECTORY"].map { String($0.prefix { $0 != ":" }) }
      .flatMap { $0.hasPrefix("/") ? $0 : nil }
    return unit ?? UserDirectories.current.ourState
  }
}

package struct StoreFileOption: ParsableArguments {
  @Option(
    "file",
    """
    The file with the track. (default: positions.sqlite in the state directory of the unit, else in \
    ~/.local/state/core-location-linux)
    """)
  package var store: String?

  package init() {}

  /// Returns the store, to read its track; throws if it has none.
  package func track(to activity: String) throws -> PositionStore {
    let store = try PositionStore(reading: try existing())
    guard try store.hasTrack else {
      throw Failure(
        "cannot \(activity) \(store.path): it has no track; \(Self.advice)", EX_DATAERR)
    }
    return store
  }

  private static let advice = "run \"gps history record\" or \"gps history import\""

  /// Returns the path of the file, to read it; throws if the usual one does not exist yet.
  package func existing() throws -> String {
    if let store { return store }
    let path = try StoreFile.usual()
    guard access(path, F_OK) != 0, errno == ENOENT else { return path }
    throw Failure(
      "cannot find a track: there is no \(path) yet; \(Self.advice)", EX_NOINPUT)
  }
}
