import CoreLocation

/// Reports where somebody is, and when they enter or leave a circle.
final class Fence: NSObject, CLLocationManagerDelegate {
  enum Event: Sendable, Equatable {
    case entered
    case left
  }

  /// Called with each location.
  var onLocation: (CLLocation) -> Void = { _ in }
  /// Called when the circle is entered or left.
  var onEvent: (Event) -> Void = { _ in }
  /// Called when the person refuses to be located.
  var onRefusal: () -> Void = {}

  private let manager = CLLocationManager()
  private let region: CLCircularRegion

  init(around center: CLLocationCoordinate2D, radius: CLLocationDistance) {
    region = CLCircularRegion(center: center, radius: radius, identifier: "fence")
    super.init()
    manager.delegate = self
  }

  func start() {
    manager.requestAlwaysAuthorization()
    manager.startUpdatingLocation()
  }

  func locationManagerDidChangeAuthorization(_ manager: CLLocationManager) {
    switch manager.authorizationStatus {
    case .authorizedAlways: manager.startMonitoring(for: region)
    case .denied, .restricted: onRefusal()
    default: break
    }
  }

  func locationManager(
    _ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]
  ) {
    locations.forEach(onLocation)
  }

  func locationManager(_ manager: CLLocationManager, didEnterRegion region: CLRegion) {
    onEvent(.entered)
  }

  func locationManager(_ manager: CLLocationManager, didExitRegion region: CLRegion) {
    onEvent(.left)
  }

  func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
    print("no location: \(error)")
  }
}
