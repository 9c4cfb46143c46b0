// swift-tools-version: 6.2
//
// Programs that wait for a delegate's callbacks, in each of the five ways in which programs wait.

import PackageDescription

let coreLocation = Target.Dependency.product(name: "CoreLocation", package: "core-location-linux")

let package = Package(
  name: "MainPrograms",
  dependencies: [.package(name: "core-location-linux", path: "../..")],
  targets: [
    .target(name: "Listening", dependencies: [coreLocation]),
    .executableTarget(name: "MainProgram", dependencies: ["Listening", coreLocation]),
    .executableTarget(name: "AsyncMainProgram", dependencies: ["Listening", coreLocation]),
  ])
