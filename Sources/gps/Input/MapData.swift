// Core Location for Linux. SPDX-License-Identifier: MIT

import EarthData
import FoundationEssentials
import Glibc
import LinuxSystem
import TrackStore

struct OfflineTiles: Sendable {
  let attribution: String?
  let zooms: ClosedRange<Int>
  /// Returns a tile; `nil` if there is none.
  let picture: @Sendable (TileNumber) -> [UInt8]?
  /// Ends what a thread is reading, and all that it would read afterwards.
  let stop: @Sendable () -> Void

  init(_ path: String) throws {
    let stop = TileStop()
    let file = try TileFile(path, stop: stop)
    (attribution, zooms) = (file.attribution, file.zooms)
    let shared = Mutex(file)
    // A part that cannot be read is missing like one that is not there.
    picture = { number in shared.withLock { try? $0.picture(number) } }
    self.stop = stop.stop
  }
}

enum TownFile {
  /// Opens the file that a package installs, or that SwiftPM has put beside the program.
  static func towns() -> LargestTowns? {
    let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let path = GazetteerPlaces.paths(besides: program).first { access($0, R_OK) == 0 }
    guard let path, let gazetteer = try? Gazetteer(contentsOf: URL(filePath: path)) else {
      return nil
    }
    return LargestTowns(gazetteer)
  }
}
