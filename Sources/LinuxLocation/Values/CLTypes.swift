// Core Location for Linux. SPDX-License-Identifier: MIT
//
// The scalar types, the constants and the purposes of Core Location.

public import Foundation

/// An angle of latitude or longitude: degrees, WGS 84, north and east positive.
public typealias CLLocationDegrees = Double

/// An accuracy in meters; negative means that the value is not valid.
public typealias CLLocationAccuracy = Double

/// A distance in meters.
public typealias CLLocationDistance = Double

/// A speed over ground in meters per second; negative means that it is not valid.
public typealias CLLocationSpeed = Double

/// The accuracy of a speed, meters per second; negative means that the speed is not valid.
public typealias CLLocationSpeedAccuracy = Double

/// A direction: degrees clockwise from north, in `0..<360`; negative means that it is not valid.
public typealias CLLocationDirection = Double

/// The accuracy of a direction, degrees; negative means that the direction is not valid.
public typealias CLLocationDirectionAccuracy = Double

/// The strength of a magnetic field along one axis of the device, microtesla.
public typealias CLHeadingComponentValue = Double

/// The more significant number of a beacon.
public typealias CLBeaconMajorValue = UInt16

/// The less significant number of a beacon.
public typealias CLBeaconMinorValue = UInt16

/// The distance filter that delivers every fix, however small the movement.
public let kCLDistanceFilterNone: CLLocationDistance = -1

/// The heading filter that delivers every change.
public let kCLHeadingFilterNone: CLLocationDegrees = -1

/// The best accuracy that the receiver offers, for navigation.
public let kCLLocationAccuracyBestForNavigation: CLLocationAccuracy = -2

/// The best accuracy that the receiver offers.
public let kCLLocationAccuracyBest: CLLocationAccuracy = -1

/// An accuracy of ten meters suffices.
public let kCLLocationAccuracyNearestTenMeters: CLLocationAccuracy = 10

/// An accuracy of a hundred meters suffices.
public let kCLLocationAccuracyHundredMeters: CLLocationAccuracy = 100

/// An accuracy of a kilometer suffices.
public let kCLLocationAccuracyKilometer: CLLocationAccuracy = 1000

/// An accuracy of three kilometers suffices.
public let kCLLocationAccuracyThreeKilometers: CLLocationAccuracy = 3000

/// The accuracy of an application without permission for the precise location.
public let kCLLocationAccuracyReduced: CLLocationAccuracy = 6_380_000

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The distance that means no limit.
public let CLLocationDistanceMax: CLLocationDistance = .greatestFiniteMagnitude

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The time that means no limit.
public let CLTimeIntervalMax: TimeInterval = .greatestFiniteMagnitude

/// An invalid coordinate: −180, −180.
public let kCLLocationCoordinate2DInvalid = CLLocationCoordinate2D(latitude: -180, longitude: -180)

/// The domain of ``CLError``.
public let kCLErrorDomain = "kCLErrorDomain"

/// The key under which an error names the region that can be monitored instead of the refused one.
public let kCLErrorUserInfoAlternateRegionKey = "kCLErrorUserInfoAlternateRegionKey"

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The domain of ``CLLocationPushServiceError``.
public let CLLocationPushServiceErrorDomain = "CLLocationPushServiceErrorDomain"

/// What locations are used for, which determines when updates may pause.
public enum CLActivityType: Int, Sendable {
  /// Anything else.
  case other = 1
  /// A car on roads.
  case automotiveNavigation = 2
  /// On foot or by bicycle.
  case fitness = 3
  /// A boat, a train, or a vehicle off the roads.
  case otherNavigation = 4
  /// In the air.
  case airborne = 5
  /// On the water; updates never pause, because a boat at anchor swings, and may drag.
  case maritime = 6
}

/// Whether an application may know where it is.
public enum CLAuthorizationStatus: Int32, Sendable {
  /// The person has not decided yet.
  case notDetermined = 0
  /// An administrator forbids it, and the person cannot change that.
  case restricted = 1
  /// The person has refused, or location services are off on this machine.
  case denied = 2
  /// At any time, in the background too.
  case authorizedAlways = 3
  /// While the application is in use.
  case authorizedWhenInUse = 4

  /// The name of ``authorizedAlways`` on macOS.
  public static var authorized: CLAuthorizationStatus { .authorizedAlways }
}

/// How accurately an application may know its location.
public enum CLAccuracyAuthorization: Int, Sendable {
  /// As accurately as the receiver reports it.
  case fullAccuracy = 0
  /// To a few kilometers, and with a delay.
  case reducedAccuracy = 1
}
