// Core Location for Linux. SPDX-License-Identifier: MIT

public import CoreLocation

/// Tells where this machine is, first the location and then its address: one provider for the whole application.
@MainActor
public final class LocationProvider: NSObject {
  /// How often, and how exactly.
  public struct Options: Sendable {
    /// How far from the last location the next one is told, meters.
    public var distanceFilter: CLLocationDistance
    /// How exact locations are wished to be, meters.
    public var desiredAccuracy: CLLocationAccuracy

    /// Every 100 m and as exactly as can be, unless said otherwise.
    public init(
      distanceFilter: CLLocationDistance = 100,
      desiredAccuracy: CLLocationAccuracy = kCLLocationAccuracyBest
    ) {
      self.distanceFilter = distanceFilter
      self.desiredAccuracy = desiredAccuracy
    }
  }

  /// What is told.
  public enum Update {
    /// Where it is.
    case location(CLLocation)
    /// What that place is called: after its location, unless another place is reached before it is known.
    case address(CLPlacemark, CLLocation)
    /// Why there is no location, or no address.
    case failure(any Error)
  }

  /// The one that all share.
  public static let shared = LocationProvider()

  /// How often, and how exactly; a change holds from the next location on.
  public var options = Options() {
    didSet { apply() }
  }

  private let manager = CLLocationManager()
  private let geocoder = CLGeocoder()
  private var isInBackground = false
  private var tell: ((Update) -> Void)?

  private override init() {
    super.init()
    manager.delegate = self
    apply()
  }

  private func apply() {
    manager.distanceFilter = options.distanceFilter
    manager.desiredAccuracy = options.desiredAccuracy
  }

  // MARK: Updates

  /// Asks for permission where that is due, and tells every location from now on.
  ///
  /// - Parameter tell: called on the main actor.
  public func start(_ tell: @escaping (Update) -> Void) {
    self.tell = tell
    manager.requestAlwaysAuthorization()
    startService()
  }

  /// Tells nothing more.
  public func stop() {
    tell = nil
    geocoder.cancelGeocode()
    manager.stopUpdatingLocation()
    manager.stopMonitoringSignificantLocationChanges()
  }

  /// To be called when the application leaves the screen: only significant changes are told from now on.
  public func enterBackground() { setInBackground(true) }

  /// To be called when it comes back: every location is told again.
  public func enterForeground() { setInBackground(false) }

  private func setInBackground(_ isInBackground: Bool) {
    guard isInBackground != self.isInBackground else { return }
    self.isInBackground = isInBackground
    if tell != nil { startService() }
  }

  private func startService() {
    if isInBackground {
      manager.stopUpdatingLocation()
      manager.startMonitoringSignificantLocationChanges()
    } else {
      manager.stopMonitoringSignificantLocationChanges()
      manager.startUpdatingLocation()
    }
  }

  // MARK: Addresses

  private func findAddress(of location: CLLocation) {
    // One at a time: the place that has been left is of no interest.
    geocoder.cancelGeocode()
    geocoder.reverseGeocodeLocation(location) { [weak self] placemarks, error in
      if let placemark = placemarks?.first {
        self?.tell?(.address(placemark, location))
      } else if let error, (error as? CLError)?.code != .geocodeCanceled {
        self?.tell?(.failure(error))
      }
    }
  }
}

extension LocationProvider: @MainActor CLLocationManagerDelegate {
  /// Tells the newest of them, and looks for its address.
  public func locationManager(
    _ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]
  ) {
    guard let location = locations.last else { return }
    tell?(.location(location))
    findAddress(of: location)
  }

  /// Tells why there is none.
  public func locationManager(_ manager: CLLocationManager, didFailWithError error: any Error) {
    tell?(.failure(error))
  }
}
