// swift-tools-version: 6.2
// The ten lines of the README, as a program.

import PackageDescription

let package = Package(
  name: "Where",
  dependencies: [.package(name: "core-location-linux", path: "../../..")],
  targets: [
    .executableTarget(
      name: "Where",
      dependencies: [.product(name: "CoreLocation", package: "core-location-linux")])
  ])
