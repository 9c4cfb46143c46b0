// Core Location for Linux. SPDX-License-Identifier: MIT
//
// The scalar types and the constants of Core Location.

public import Foundation

/// An angle of latitude or longitude: degrees, WGS 84, north and east positive.
public typealias CLLocationDegrees = Double

/// How exact a value is: meters; negative says that the value is not valid.
public typealias CLLocationAccuracy = Double

/// A distance in meters.
public typealias CLLocationDistance = Double

/// A speed over ground in meters per second; negative says that it is not valid.
public typealias CLLocationSpeed = Double

/// How exact a speed is: meters per second; negative says that the speed is not valid.
public typealias CLLocationSpeedAccuracy = Double

/// A direction: degrees clockwise from north, in `0..<360`; negative says that it is not valid.
public typealias CLLocationDirection = Double

/// How exact a direction is: degrees; negative says that the direction is not valid.
public typealias CLLocationDirectionAccuracy = Double

/// The strength of a magnetic field along one axis of the device, microtesla.
public typealias CLHeadingComponentValue = Double

/// The more significant number of a beacon.
public typealias CLBeaconMajorValue = UInt16

/// The less significant number of a beacon.
public typealias CLBeaconMinorValue = UInt16

/// Asks for every fix, however small the movement.
public let kCLDistanceFilterNone: CLLocationDistance = -1

/// Asks for every change of the heading.
public let kCLHeadingFilterNone: CLLocationDegrees = -1

/// The best a receiver gives, for navigation.
public let kCLLocationAccuracyBestForNavigation: CLLocationAccuracy = -2

/// The best a receiver gives.
public let kCLLocationAccuracyBest: CLLocationAccuracy = -1

/// Ten meters are good enough.
public let kCLLocationAccuracyNearestTenMeters: CLLocationAccuracy = 10

/// A hundred meters are good enough.
public let kCLLocationAccuracyHundredMeters: CLLocationAccuracy = 100

/// A kilometer is good enough.
public let kCLLocationAccuracyKilometer: CLLocationAccuracy = 1000

/// Three kilometers are good enough.
public let kCLLocationAccuracyThreeKilometers: CLLocationAccuracy = 3000

/// What someone who grants no precise location gives.
public let kCLLocationAccuracyReduced: CLLocationAccuracy = 6_380_000

// swift-format-ignore: AlwaysUseLowerCamelCase
/// No limit to a distance.
public let CLLocationDistanceMax: CLLocationDistance = .greatestFiniteMagnitude

// swift-format-ignore: AlwaysUseLowerCamelCase
/// No limit to a time.
public let CLTimeIntervalMax: TimeInterval = .greatestFiniteMagnitude

/// A coordinate that is none: -180, -180.
public let kCLLocationCoordinate2DInvalid = CLLocationCoordinate2D(latitude: -180, longitude: -180)

/// The domain of ``CLError``.
public let kCLErrorDomain = "kCLErrorDomain"

/// The key under which an error names the region that can be monitored in place of the one refused.
public let kCLErrorUserInfoAlternateRegionKey = "kCLErrorUserInfoAlternateRegionKey"

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The domain of ``CLLocationPushServiceError``.
public let CLLocationPushServiceErrorDomain = "CLLocationPushServiceErrorDomain"
