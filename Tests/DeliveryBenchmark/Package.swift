// swift-tools-version: 6.2
//
// Measures the way of a location inside LinuxLocation, into which it looks: built with -enable-testing, and so apart.

import PackageDescription

let package = Package(
  name: "DeliveryBenchmark",
  dependencies: [
    .package(name: "core-location-linux", path: "../.."),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
  ],
  targets: [
    .executableTarget(
      name: "DeliveryBenchmark",
      dependencies: [
        .product(name: "LinuxLocation", package: "core-location-linux"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ])
  ])
