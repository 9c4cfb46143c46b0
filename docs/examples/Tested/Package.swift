// swift-tools-version: 6.2
// Code that uses Core Location, and its tests, in XCTest and in Swift Testing.

import PackageDescription

let package = Package(
  name: "Tested",
  dependencies: [.package(name: "core-location-linux", path: "../../..")],
  targets: [
    .target(
      name: "Fence",
      dependencies: [.product(name: "CoreLocation", package: "core-location-linux")]),
    .testTarget(
      name: "FenceTests",
      dependencies: [
        "Fence", .product(name: "CoreLocationTesting", package: "core-location-linux"),
      ],
      resources: [.copy("Resources")]),
  ])
