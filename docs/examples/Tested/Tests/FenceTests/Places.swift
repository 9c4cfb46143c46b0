import CoreLocation

extension CLLocationCoordinate2D {
  /// `drive.nmea` starts 1 km south of it and goes north at 20 m/s.
  static var bridge: CLLocationCoordinate2D { .init(latitude: 47.509, longitude: 9.7) }

  /// `walk.nmea` starts near it.
  static var harbor: CLLocationCoordinate2D { .init(latitude: -33.859695, longitude: 151.213113) }
}

extension URL {
  /// A file in the folder `Resources` of the tests.
  static func recording(_ name: String) -> URL {
    Bundle.module.bundleURL.appendingPathComponent("Resources/\(name)")
  }
}
