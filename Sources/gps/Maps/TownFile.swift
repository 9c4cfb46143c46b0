// Core Location for Linux. SPDX-License-Identifier: MIT

import EarthData
import FoundationEssentials
import Glibc

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
