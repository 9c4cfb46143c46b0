// Core Location for Linux. SPDX-License-Identifier: MIT

import FoundationEssentials
import LinuxSystem
package import LocationGeometry

/// A circle that an application has left behind to be watched: a region, or a condition of a monitor.
///
/// It is read from the file in which the library keeps it. Only the application itself writes there: whoever keeps watch adds
/// events instead.
package struct WatchedCircle: Hashable, Sendable {
  /// What it is to the application.
  package enum Name: Hashable, Sendable {
    case region(String)
    case condition(monitor: String, String)
  }

  package var name: Name
  package var area: Circle
  /// The side that the application knows; `nil` if it knows none.
  package var side: CircleTracker.Side?
  /// Whether the application wants to know when it is entered, and left.
  package var notifiesOnEntry = true
  package var notifiesOnExit = true

  /// Whether the application is notified as soon as the side is known, and not only when it changes.
  package var reportsFirstSide: Bool { if case .condition = name { true } else { false } }

  /// Returns whether the application is notified of being on a side.
  package func notifies(of side: CircleTracker.Side) -> Bool {
    side == .inside ? notifiesOnEntry : notifiesOnExit
  }

  /// Returns the event of getting to a side.
  package func event(_ side: CircleTracker.Side, at location: StoredLocation) -> WakeEvent {
    switch name {
    case .region(let name): WakeEvent(.region(identifier: name, side), at: location)
    case .condition(let monitor, let name):
      WakeEvent(.condition(monitor: monitor, identifier: name, side), at: location)
    }
  }

  /// Whether an event is about this circle; its side then.
  package func side(after event: WakeEvent) -> CircleTracker.Side? {
    switch event.kind {
    case .region(let identifier, let side) where name == .region(identifier): side
    case .condition(let monitor, let identifier, let side)
    where name == .condition(monitor: monitor, identifier): side
    default: nil
    }
  }

  // MARK: Files

  package static func regionsFile(_ state: String, _ application: ApplicationIdentifier) -> String {
    "\(state)/regions/\(FileName.escaping(application.bytes))/regions.json"
  }

  package static func monitorsFolder(
    _ state: String, _ application: ApplicationIdentifier
  ) -> String {
    "\(state)/monitors/\(FileName.escaping(application.bytes))"
  }

  /// Returns the circles of an application; a damaged file holds none, as for the application itself.
  package static func all(_ state: String, _ application: ApplicationIdentifier) -> [WatchedCircle]
  {
    let regions = read([Kept].self, regionsFile(state, application)) ?? []
    var circles = regions.compactMap { $0.watched(as: $0.region?.identifier.map(Name.region)) }
    let folder = monitorsFolder(state, application)
    for file in Folder.names(in: folder).sorted() where file.hasSuffix(".json") {
      let kept = read([String: Kept].self, "\(folder)/\(file)") ?? [:]
      circles += kept.sorted { $0.key < $1.key }
        .compactMap { $1.watched(as: .condition(monitor: file, $0)) }
    }
    return circles
  }

  private static func read<Value: Decodable>(_ type: Value.Type, _ path: String) -> Value? {
    guard let file = try? TrustedFile.read(path), file.fault == nil else { return nil }
    return try? BoundedDecoding.json(type, from: file.bytes)
  }

  /// A region, or a condition that may be a circle, in the library's files.
  private struct Kept: Decodable {
    struct Place: Decodable {
      var identifier: String?
      var latitude: Double
      var longitude: Double
      var radius: Double
      var notifiesOnEntry: Bool?
      var notifiesOnExit: Bool?
    }

    var region: Place?
    var circle: Place?
    var state: Int

    func watched(as name: Name?) -> WatchedCircle? {
      guard let name, let place = region ?? circle else { return nil }
      return WatchedCircle(
        name: name,
        area: Circle(latitude: place.latitude, longitude: place.longitude, radius: place.radius),
        side: state == 1 ? .inside : state == 2 ? .outside : nil,
        notifiesOnEntry: place.notifiesOnEntry ?? true,
        notifiesOnExit: place.notifiesOnExit ?? true)
    }
  }
}
