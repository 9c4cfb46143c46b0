// swift-tools-version: 6.2
//
// A graph in which one target depends on CoreLocation and another only checks whether it exists, as many packages do.

import PackageDescription

let package = Package(
  name: "Beside",
  dependencies: [.package(name: "core-location-linux", path: "../..")],
  targets: [
    .target(
      name: "Dependent",
      dependencies: [.product(name: "CoreLocation", package: "core-location-linux")]),
    .target(name: "Beside"),
  ])
