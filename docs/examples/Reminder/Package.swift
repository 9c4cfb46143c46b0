// swift-tools-version: 6.2
// An application that ends, and is started again when a place is entered or left.

import PackageDescription

let package = Package(
  name: "Reminder",
  dependencies: [.package(name: "core-location-linux", path: "../../..")],
  targets: [
    .executableTarget(
      name: "Reminder",
      dependencies: [.product(name: "CoreLocation", package: "core-location-linux")])
  ])
