// swift-tools-version: 6.2
// Locations as a sequence, as a program.

import PackageDescription

let package = Package(
  name: "Streaming",
  dependencies: [.package(name: "core-location-linux", path: "../../..")],
  targets: [
    .executableTarget(
      name: "Stream",
      dependencies: [.product(name: "CoreLocation", package: "core-location-linux")])
  ])
