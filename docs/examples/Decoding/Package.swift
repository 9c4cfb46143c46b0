// swift-tools-version: 6.2
// What a receiver sent, decoded without Core Location: on any platform, from any source of bytes.

import PackageDescription

let package = Package(
  name: "Decoding",
  dependencies: [.package(name: "core-location-linux", path: "../../..")],
  targets: [
    .executableTarget(
      name: "Fixes",
      dependencies: [.product(name: "GNSS", package: "core-location-linux")]),
    .executableTarget(
      name: "Frames",
      dependencies: [.product(name: "UBX", package: "core-location-linux")]),
    .executableTarget(
      name: "Sentences",
      dependencies: [.product(name: "NMEA0183", package: "core-location-linux")]),
  ])
