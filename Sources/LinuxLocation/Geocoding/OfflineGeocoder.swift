// Core Location for Linux. SPDX-License-Identifier: MIT

import EarthData
import Foundation
import LinuxSystem

/// A geocoder that answers from the gazetteer, with towns and nothing smaller.
struct OfflineGeocoder {
  /// The gazetteer; with `nil`, nothing is found.
  let gazetteer: Gazetteer?

  func answer(_ request: GeocodeRequest, now: Date) throws(CLError) -> [CLPlacemark.Fields] {
    guard let gazetteer else { throw CLError(.geocodeFoundNoResult) }
    let towns: [Town]
    switch request.query {
    case .address(let place):
      towns = [gazetteer.town(around: place.latitude, place.longitude)].compactMap(\.self)
    case .place(let text, let hint):
      towns = TownSearch(gazetteer: gazetteer, locale: request.locale, hint: hint).towns(text)
    }
    guard !towns.isEmpty else { throw CLError(.geocodeFoundNoResult) }
    return towns.map { CLPlacemark.Fields($0, locale: request.locale, now: now) }
  }
}

extension CLPlacemark.Fields {
  /// Countries whose states are written as abbreviations.
  private static let abbreviated: Set = ["US", "CA", "AU"]

  init(_ town: Town, locale: Locale, now: Date) {
    let center = CLLocationCoordinate2D(latitude: town.latitude, longitude: town.longitude)
    location = CLLocation(
      coordinate: center, altitude: 0, horizontalAccuracy: town.radius, verticalAccuracy: -1,
      timestamp: now)
    circle = GeoCircle(center: center, radius: town.radius)
    timeZone = town.timeZone
    self[.name] = town.name
    self[.locality] = town.name
    let region = town.region
    self[.administrativeArea] =
      Self.abbreviated.contains(region.country) ? region.code ?? region.name : region.name
    self[.isoCountryCode] = region.country
    self[.country] = locale.localizedString(forRegionCode: region.country)
  }
}

extension Gazetteer {
  /// Returns the towns with a name, in the order of the file; larger towns can be found by other names too.
  func towns(named name: FoldedName) -> [Int] {
    guard !name.isEmpty else { return [] }
    let key = name.checksum >> 24
    let names = 0..<nameCount
    let first = names.partitioningIndex { self.name($0) >> 24 >= key }
    return names[first...].prefix { self.name($0) >> 24 == key }
      .map { Int(self.name($0) & 0xFF_FFFF) }.filter { $0 < count }
  }
}

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
