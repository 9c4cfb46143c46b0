// swift-tools-version: 6.2
//
// Measures the path of a location inside LinuxLocation. It uses internals, and is built separately for -enable-testing.

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
        .product(name: "GNSS", package: "core-location-linux"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ])
  ])
