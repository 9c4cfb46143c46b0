// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem
import LocationFormats

#if Publishing
  import LocationPublishing
#else
  import Glibc
#endif

struct OfflineTiles: Sendable {
  let attribution: String?
  let zooms: ClosedRange<Int>
  /// Returns a tile; `nil` if there is none.
  let picture: @Sendable (TileNumber) -> [UInt8]?
  /// Ends what a thread is reading, and all that it would read afterwards.
  let stop: @Sendable () -> Void

  #if Publishing
    init(_ path: String) throws {
      let stop = TileStop()
      let file = try TileFile(path, stop: stop)
      (attribution, zooms) = (file.attribution, file.zooms)
      let shared = Mutex(file)
      // A part that cannot be read is missing like one that is not there.
      picture = { number in shared.withLock { try? $0.picture(number) } }
      self.stop = stop.stop
    }
  #else
    init(_ path: String) throws {
      throw Failure(
        "cannot use the tiles in \(path.escapedForTerminal): this gps was built without SQLite; install the Debian package, "
          + "or build with \"swift build -c release --product gps --traits Publishing\"",
        EX_UNAVAILABLE)
    }
  #endif
}
