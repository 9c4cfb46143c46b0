// Core Location for Linux. SPDX-License-Identifier: MIT

import EarthData
import Foundation
import LinuxSystem

/// The file of the gazetteer.
///
/// SwiftPM's `Bundle.module` ends the program if the bundle is missing; a moved program must continue without it.
enum GazetteerFile {
  private static let made = MadeOnce { open(places(), report: $0) }

  /// The gazetteer of this process, mapped when it is first needed; `nil` and an entry in the log if there is none.
  static var shared: Gazetteer? { made.logged() }

  /// Opens the first file that exists; `nil`, with a report in one line, if there is none, or if it is damaged.
  static func open(_ places: [URL], report: (String) -> Void) -> Gazetteer? {
    guard let file = places.first(where: { FileManager.default.fileExists(atPath: $0.path()) })
    else {
      let looked = Set(places.map { $0.deletingLastPathComponent().path() }).sorted()
      report(
        "cannot geocode offline: \(GazetteerPlaces.name) is not in \(looked.joined(separator: " or ")); keep \(GazetteerPlaces.bundle) beside the program"
      )
      return nil
    }
    do {
      return try Gazetteer(contentsOf: file)
    } catch {
      // The texts of Foundation's errors are written for programs.
      let reason = error is CocoaError ? "it cannot be read" : "\(error)"
      let path = file.path().escapedForTerminal
      report("cannot geocode offline with \(path): \(reason); rebuild the program")
      return nil
    }
  }

  /// Returns the possible places: beside the program, where Foundation looks for resources, and where a package installs it.
  static func places(
    program: URL? = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath(),
    main: Bundle = .main
  ) -> [URL] {
    let others = [main.resourceURL, main.bundleURL].compactMap { $0?.path() }
    let folders = others.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
    return GazetteerPlaces.paths(besides: program?.path(), others: folders).map {
      URL(filePath: $0)
    }
  }
}
