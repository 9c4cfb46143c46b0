// Core Location for Linux. SPDX-License-Identifier: MIT

import FoundationEssentials
package import GNSS
import LinuxSystem

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
  package var latitude: Double
  package var longitude: Double
  package var radius: Double
  /// The side that the application knows; `nil` if it knows none.
  package var side: CircleTracker.Side?
  /// Whether the application wants to know when it is entered, and left.
  package var notifiesOnEntry = true
  package var notifiesOnExit = true

  /// Whether the application is told as soon as the side is known, and not only when it changes.
  package var reportsFirstSide: Bool { if case .condition = name { true } else { false } }

  /// Returns whether the application is to be told that it is on a side now.
  package func notifies(of side: CircleTracker.Side) -> Bool {
    side == .inside ? notifiesOnEntry : notifiesOnExit
  }

  /// Returns the event of getting to a side.
  package func event(_ side: CircleTracker.Side, at location: KeptLocation) -> WakeEvent {
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
    var circles = read([KeptRegion].self, regionsFile(state, application))?.map(\.circle) ?? []
    let folder = monitorsFolder(state, application)
    for file in Folder.names(in: folder).sorted() where file.hasSuffix(".json") {
      let kept = read([String: KeptCondition].self, "\(folder)/\(file)") ?? [:]
      for (identifier, condition) in kept.sorted(by: { $0.key < $1.key }) {
        if let circle = condition.circle(.condition(monitor: file, identifier)) {
          circles.append(circle)
        }
      }
    }
    return circles
  }

  private static func read<Value: Decodable>(_ type: Value.Type, _ path: String) -> Value? {
    guard let file = try? TrustedFile.read(path), file.fault == nil else { return nil }
    return try? BoundedDecoding.json(type, from: file.bytes)
  }

  private struct KeptRegion: Decodable {
    struct Region: Decodable {
      var identifier: String
      var latitude: Double
      var longitude: Double
      var radius: Double
      var notifiesOnEntry: Bool
      var notifiesOnExit: Bool
    }

    var region: Region
    var state: Int

    var circle: WatchedCircle {
      WatchedCircle(
        name: .region(region.identifier), latitude: region.latitude, longitude: region.longitude,
        radius: region.radius, side: state == 1 ? .inside : state == 2 ? .outside : nil,
        notifiesOnEntry: region.notifiesOnEntry, notifiesOnExit: region.notifiesOnExit)
    }
  }

  private struct KeptCondition: Decodable {
    struct Circle: Decodable {
      var latitude: Double
      var longitude: Double
      var radius: Double
    }

    var circle: Circle?
    var state: Int

    func circle(_ name: Name) -> WatchedCircle? {
      circle.map {
        WatchedCircle(
          name: name, latitude: $0.latitude, longitude: $0.longitude, radius: $0.radius,
          side: state == 1 ? .inside : state == 2 ? .outside : nil)
      }
    }
  }
}
