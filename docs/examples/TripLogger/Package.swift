// swift-tools-version: 6.2
// Logs a trip: how far, how long, how fast, and where, as GPX.

import PackageDescription

let package = Package(
  name: "TripLogger",
  dependencies: [.package(name: "core-location-linux", path: "../../..")],
  targets: [
    .executableTarget(
      name: "TripLogger",
      dependencies: [.product(name: "CoreLocation", package: "core-location-linux")])
  ])
