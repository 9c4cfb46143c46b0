// swift-tools-version: 6.2
//
// Code that others wrote for iOS, and a driver for each. Tests/Checks/clients.sh copies this folder to
// .build/clients and puts the others' code beside the drivers; nothing builds where it stands.

import PackageDescription

let coreLocation = Target.Dependency.product(name: "CoreLocation", package: "core-location-linux")

let package = Package(
  name: "Clients",
  dependencies: [.package(name: "core-location-linux", path: "../..")],
  targets: [
    .target(
      name: "OnceAndConstantly",
      dependencies: [coreLocation],
      resources: [.process("Res")],
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .target(
      name: "LocationHelper",
      dependencies: [coreLocation],
      swiftSettings: [.swiftLanguageMode(.v5)]),
    .executableTarget(
      name: "OnceAndConstantlyDriver",
      dependencies: ["OnceAndConstantly", coreLocation]),
    .executableTarget(
      name: "LocationHelperDriver",
      dependencies: ["LocationHelper", coreLocation]),
  ])
