// swift-tools-version: 6.2
// What applications build around a manager: one for all screens, with addresses, and thrifty in the background.

import PackageDescription

let coreLocation = Target.Dependency.product(name: "CoreLocation", package: "core-location-linux")

let package = Package(
  name: "LocationKit",
  products: [.library(name: "LocationKit", targets: ["LocationKit"])],
  dependencies: [.package(name: "core-location-linux", path: "../../..")],
  targets: [
    .target(name: "LocationKit", dependencies: [coreLocation]),
    .executableTarget(name: "LocationDemo", dependencies: ["LocationKit", coreLocation]),
  ])
