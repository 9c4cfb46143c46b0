// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// Why a file of map tiles cannot be used, on one line: what cannot be done with which file, why, and what to try.
package struct TileFileError: Error, Hashable, CustomStringConvertible {
  package let description: String
  /// An exit code of sysexits.h.
  package let exitCode: CInt

  init(_ path: String, _ error: StoreError) {
    let reason: String
    (reason, exitCode) =
      switch error.cause {
      case .missing: ("no such file; check the name", EX_NOINPUT)
      case .permissionDenied: ("permission denied; choose a file that you may read", EX_NOPERM)
      case .foreign, .newer, .inUse, .undated:
        (
          "it is not an MBTiles file; use one with raster tiles, as QGIS and gdal_translate make",
          EX_DATAERR
        )
      case .damaged(let detail): ("the file is damaged (\(detail.escapedForTerminal))", EX_DATAERR)
      case .full: ("there is not enough memory", EX_OSERR)
      case .untrusted(let text), .other(let text): (text.escapedForTerminal, EX_DATAERR)
      }
    description = "cannot use the tiles in \(path.escapedForTerminal): \(reason)"
  }
}
