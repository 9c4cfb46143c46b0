// swift-tools-version: 6.2
//
// The benchmarks have a manifest of their own, so that their dependencies do not reach users.

import PackageDescription

let package = Package(
  name: "Benchmarks",
  dependencies: [.package(name: "core-location-linux", path: "../../..")],
  targets: [
    .executableTarget(
      name: "Benchmark",
      dependencies: [
        .product(name: "NMEA0183", package: "core-location-linux"),
        .product(name: "GNSS", package: "core-location-linux"),
      ],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ])
  ])
