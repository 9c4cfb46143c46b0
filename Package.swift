// swift-tools-version: 6.2
//
// Targets are listed from the bottom up: a target depends only on those above it in this file.

import PackageDescription

let package = Package(
  name: "core-location-linux",
  // For the core alone, which has arrays in place (InlineArray) and integers of 128 bits.
  platforms: [.macOS(.v26), .iOS(.v26), .tvOS(.v26), .watchOS(.v26), .visionOS(.v26)],
  products: [
    .library(name: "CoreLocation", targets: ["CoreLocation"]),
    .library(name: "LinuxLocation", targets: ["LinuxLocation"]),
    .library(name: "CoreLocationTesting", targets: ["CoreLocationTesting"]),
    .library(name: "NMEA0183", targets: ["NMEA0183"]),
    .library(name: "UBX", targets: ["UBX"]),
    .library(name: "GNSS", targets: ["GNSS"]),
    .executable(name: "gps", targets: ["gps"]),
    .executable(name: "gps-publish", targets: ["gps-publish"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.6.0"),
    // For the service, and so for the tool: an application that depends on CoreLocation builds none of it.
    .package(url: "https://github.com/apple/swift-nio", from: "2.80.0"),
  ],
  targets: [
    .target(
      name: "NMEA0183",
      swiftSettings: [
        .strictMemorySafety(),
        // Spans in structures of our own; see docs/decisions/0003-spans.md.
        .enableExperimentalFeature("Lifetimes"),
      ]),
    .target(name: "UBX", swiftSettings: [.strictMemorySafety()]),
    .target(
      name: "GNSS", dependencies: ["UBX", "NMEA0183"], swiftSettings: [.strictMemorySafety()]),
    // Whether navigation messages are Galileo's; a cryptographic library is injected.
    .target(name: "NavigationAuthentication", swiftSettings: [.strictMemorySafety()]),
    // What is done with positions: distances, circles, stays, trips.
    .target(name: "LocationGeometry", dependencies: ["GNSS", "NMEA0183"]),
    .target(
      name: "LinuxSystem",
      swiftSettings: [
        // getxattr, which Swift's Glibc lacks; see docs/decisions/0016-no-clang-module.md.
        .enableExperimentalFeature("Extern")
      ]),
    // TLS.
    .systemLibrary(name: "COpenSSL", providers: [.apt(["libssl-dev"])]),
    // How a server is named and reached, and how its identity and the user's are proved.
    .target(name: "ServerAccess", dependencies: ["LinuxSystem", "COpenSSL"]),
    // Where land, towns and magnetic north are. The towns are in the library's resources, from which applications and the tool
    // have them.
    .target(
      name: "EarthData", dependencies: ["LocationGeometry", "GNSS"],
      exclude: ["Land/ATTRIBUTION.txt"]),
    // JSON, and fixes as JSON.
    .target(name: "LocationJSON", dependencies: ["LinuxSystem", "GNSS", "NMEA0183"]),
    // What gpsd, the location service and their clients say to each other.
    .target(name: "LocationProtocols", dependencies: ["NMEA0183", "LocationJSON", "GNSS"]),
    // Tracks in files: written in several formats, read from GPX.
    .target(
      name: "TrackFiles", dependencies: ["LocationJSON", "LocationGeometry", "GNSS", "NMEA0183"]),
    .target(name: "SerialLine", dependencies: ["LinuxSystem"]),
    .target(
      name: "ReceiverDiscovery",
      dependencies: ["LinuxSystem"],
      swiftSettings: [
        // Functions of libudev without a Clang module; see docs/decisions/0016-no-clang-module.md.
        .enableExperimentalFeature("Extern")
      ],
      linkerSettings: [.linkedLibrary("udev")]),
    .target(
      name: "GNSSReceiver",
      dependencies: [
        "LocationProtocols", "LocationGeometry", "ReceiverDiscovery", "SerialLine", "LocationJSON",
        "LinuxSystem", "NavigationAuthentication", "GNSS", "UBX", "NMEA0183",
      ]),
    // What verifying navigation messages rests on: OpenSSL's functions, the keys that are trusted, and the machine's clock; and what
    // all that says about a live receiver. Only the tool links it.
    .target(
      name: "NavigationTrust",
      dependencies: [
        "TrackFiles", "GNSSReceiver", "NavigationAuthentication", "LinuxSystem", "GNSS", "UBX",
        "NMEA0183", "COpenSSL",
      ]),
    .target(
      name: "ReceiverRecording",
      dependencies: [
        "LocationProtocols", "LocationGeometry", "GNSSReceiver", "LinuxSystem",
        "NavigationAuthentication", "GNSS", "UBX", "NMEA0183",
      ]),
    // Compression.
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
    // Applications read recordings, and link no library for that; only the tool writes them.
    .target(
      name: "RecordingWriter",
      dependencies: ["LocationJSON", "LinuxSystem", "GNSS", "NMEA0183", "CZlib"]),
    .target(
      name: "ReceiverConfiguration",
      dependencies: ["GNSSReceiver", "SerialLine", "LinuxSystem", "GNSS", "UBX", "NMEA0183"]),
    // Corrections from a caster to a receiver.
    .target(
      name: "ReceiverCorrections",
      dependencies: [
        "LocationProtocols", "LocationGeometry", "GNSSReceiver", "LocationJSON", "ServerAccess",
        "LinuxSystem",
        "GNSS", "NMEA0183",
      ]),
    // A receiver's time, for the programs that set the machine's clock.
    .target(
      name: "ReceiverTime",
      dependencies: [
        "LocationProtocols", "GNSSReceiver", "LinuxSystem", "GNSS", "NMEA0183",
      ]),
    .target(
      name: "ReceiverSimulator", dependencies: ["GNSS", "UBX", "NMEA0183"]),
    .target(
      name: "LocationAuthorization",
      dependencies: ["LocationGeometry", "LocationJSON", "GNSS", "LinuxSystem"]),
    .target(
      name: "LocationService",
      dependencies: [
        "LocationProtocols", "EarthData", "LocationAuthorization", "LocationJSON", "GNSSReceiver",
        "SerialLine",
        "LinuxSystem", "GNSS", "NMEA0183",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ]),
    // The HTTP server of the page and of the metrics, and the metrics.
    .target(
      name: "HTTPSites",
      dependencies: [
        "LocationService", "LocationJSON", "LinuxSystem",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
      ]),
    .target(
      name: "LocationPage",
      dependencies: [
        "HTTPSites", "LocationProtocols", "LocationService", "GNSSReceiver", "LocationJSON",
        "EarthData",
        "LinuxSystem", "LocationGeometry", "GNSS", "CZlib",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ],
      // Compiled in, so that the tool stays one file.
      resources: [
        .embedInCode("Page/index.html"), .embedInCode("Page/page.css"),
        .embedInCode("Page/page.js"), .embedInCode("Page/connection.js"),
        .embedInCode("Page/words.js"), .embedInCode("Page/units.js"), .embedInCode("Page/state.js"),
        .embedInCode("Page/figures.js"), .embedInCode("Page/watches.js"),
        .embedInCode("Page/alerts.js"), .embedInCode("Page/map.js"),
        .embedInCode("Page/mapview.js"), .embedInCode("Page/trail.js"),
        .embedInCode("Page/ground.js"), .embedInCode("Page/scenery.js"),
        .embedInCode("Page/labels.js"), .embedInCode("Page/sky.js"), .embedInCode("Page/charts.js"),
        .embedInCode("Page/later.js"), .embedInCode("Page/dialogs.js"),
        .embedInCode("Page/history.js"), .embedInCode("Page/picture.js"),
        .embedInCode("Page/qr.js"), .embedInCode("Page/icon.svg"),

      ]),
    .systemLibrary(name: "CTrackStore", providers: [.apt(["libsqlite3-dev"])]),
    // Positions that wait to be published and tracks, in a file of SQLite; and, since SQLite is here, files of map tiles.
    .target(
      name: "TrackStore",
      dependencies: [
        "EarthData", "LocationGeometry", "LocationJSON", "ServerAccess", "LinuxSystem", "GNSS",
        "NMEA0183",
        "CTrackStore",
      ]),
    // What gps-publish links besides; see docs/decisions/0031-libraries-for-publishing.md.
    .systemLibrary(
      name: "CPublishing",
      providers: [
        .apt(["libmosquitto-dev", "libpq-dev", "libcurl4-openssl-dev", "librdkafka-dev"])
      ]),
    .target(
      name: "LocationPublishing",
      dependencies: [
        "LocationGeometry", "TrackStore", "LocationAuthorization", "LocationJSON",
        "ServerAccess", "LinuxSystem",
        "GNSS", "CPublishing",
      ]),
    .target(
      name: "LinuxLocation",
      dependencies: [
        "LocationProtocols", "LocationGeometry", "LocationAuthorization", "ReceiverRecording",
        "GNSSReceiver",
        "LocationJSON",
        "EarthData", "LinuxSystem", "GNSS", "NMEA0183",
        .product(name: "Logging", package: "swift-log"),
      ],
      resources: [
        .copy("Geocoding/Resources/gazetteer.bin"), .copy("Geocoding/Resources/ATTRIBUTION.txt"),
      ],
      // As Apple's module: what `@preconcurrency import` silences there, it silences here. A class of a module in Swift 6 mode, or
      // with complete checking, warns all the same. Tests/Checks/idioms.sh compiles the inside in Swift 6 mode.
      swiftSettings: [
        .swiftLanguageMode(.v5), .enableUpcomingFeature("InferSendableFromCaptures"),
      ]),
    // Empty submodules, so that `import CoreLocation.CLLocation` can be written.
    .systemLibrary(name: "CoreLocationSubmodules"),
    .target(
      name: "CoreLocation", dependencies: ["LinuxLocation", "CoreLocationSubmodules"],
      swiftSettings: [.swiftLanguageMode(.v5)]),
    // For the tests of applications.
    .target(
      name: "CoreLocationTesting",
      dependencies: [
        "TrackFiles", "LinuxLocation", "ReceiverRecording", "GNSSReceiver", "LinuxSystem", "GNSS",
        "NMEA0183",
      ]),
    // What both programs of the tool need: options, messages, exit codes, interruption.
    .target(
      name: "GPSTool",
      dependencies: [
        "HTTPSites", "LocationProtocols", "LocationGeometry", "TrackStore", "LocationService",
        "LocationAuthorization",
        "ReceiverRecording", "GNSSReceiver", "ReceiverDiscovery", "SerialLine", "LocationJSON",
        "ServerAccess", "LinuxSystem", "GNSS",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .executableTarget(
      name: "gps",
      dependencies: [
        "HTTPSites", "TrackFiles", "LocationProtocols", "LocationGeometry", "GPSTool", "TrackStore",
        "LocationPage",
        "LocationService",
        "LocationAuthorization",
        "ReceiverSimulator", "ReceiverCorrections", "ReceiverTime", "ReceiverConfiguration",
        "RecordingWriter",
        "ReceiverRecording",
        "GNSSReceiver", "ReceiverDiscovery", "SerialLine", "LocationJSON", "EarthData",
        "ServerAccess", "LinuxSystem", "NavigationTrust", "NavigationAuthentication", "GNSS",
        "NMEA0183",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    // What "gps publish" becomes, so that gps links no library of a broker or a database.
    .executableTarget(
      name: "gps-publish",
      dependencies: [
        "HTTPSites", "LocationProtocols", "GPSTool", "LocationPublishing", "TrackStore",
        "GNSSReceiver", "ServerAccess", "LinuxSystem", "GNSS",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    // What several test targets use, such as pseudo-terminals, hostile files and random bytes.
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    .testTarget(name: "NMEA0183Tests", dependencies: ["NMEA0183", "TestSupport"]),
    .testTarget(name: "UBXTests", dependencies: ["UBX"]),
    .testTarget(name: "GNSSTests", dependencies: ["GNSS", "UBX", "NMEA0183", "TestSupport"]),
    .testTarget(
      name: "NavigationAuthenticationTests",
      dependencies: ["NavigationTrust", "NavigationAuthentication", "TestSupport"]),
    .testTarget(
      name: "LocationGeometryTests",
      dependencies: ["LocationGeometry", "GNSS", "TestSupport"]),
    .testTarget(name: "EarthDataTests", dependencies: ["EarthData"]),
    .testTarget(
      name: "TrackFilesTests",
      dependencies: ["TestSupport", "LocationGeometry", "TrackFiles", "GNSS", "NMEA0183"]),
    .testTarget(name: "LinuxSystemTests", dependencies: ["LinuxSystem", "TestSupport"]),
    .testTarget(
      name: "SerialLineTests", dependencies: ["SerialLine", "LinuxSystem", "TestSupport"]),
    // The real libudev, with devices that umockdev simulates; see its shim.h for what that takes.
    .systemLibrary(
      name: "CUmockdev",
      path: "Tests/CUmockdev",
      pkgConfig: "umockdev-1.0",
      providers: [.apt(["libumockdev-dev"])]),
    .testTarget(
      name: "ReceiverDiscoveryTests",
      dependencies: ["ReceiverDiscovery", "LinuxSystem", "CUmockdev", "TestSupport"],
      linkerSettings: [.linkedLibrary("umockdev-preload")]),
    .testTarget(
      name: "GNSSReceiverTests",
      dependencies: [
        "LocationProtocols", "UBX", "GNSSReceiver", "SerialLine", "LinuxSystem",
        "NavigationAuthentication", "GNSS", "NMEA0183", "TestSupport",
      ]),
    .testTarget(
      name: "NavigationTrustTests",
      dependencies: [
        "NavigationTrust", "NavigationAuthentication", "LinuxSystem", "GNSS", "UBX", "TestSupport",
      ]),
    .testTarget(
      name: "ReceiverRecordingTests",
      dependencies: [
        "TrackFiles", "ReceiverRecording", "GNSSReceiver", "LinuxSystem", "GNSS", "NMEA0183",
        "TestSupport",
      ]),
    .testTarget(
      name: "RecordingWriterTests",
      dependencies: [
        "RecordingWriter", "ReceiverRecording", "NMEA0183", "TestSupport",
      ]),
    .testTarget(
      name: "ReceiverConfigurationTests",
      dependencies: [
        "ReceiverConfiguration", "GNSSReceiver", "SerialLine", "LinuxSystem", "UBX", "TestSupport",
      ]),
    .testTarget(
      name: "ReceiverTimeTests",
      dependencies: ["ReceiverTime", "LinuxSystem", "GNSS", "UBX", "TestSupport"]),
    .testTarget(
      name: "ReceiverCorrectionsTests",
      dependencies: [
        "ReceiverCorrections", "GNSSReceiver", "LocationProtocols", "ServerAccess", "LinuxSystem",
        "GNSS", "NMEA0183", "TestSupport",
      ]),
    .testTarget(
      name: "ReceiverSimulatorTests",
      dependencies: ["ReceiverSimulator", "GNSS", "NMEA0183"]),
    .testTarget(
      name: "LocationJSONTests", dependencies: ["TestSupport", "NMEA0183", "LocationJSON", "GNSS"]),
    .testTarget(
      name: "LocationProtocolsTests",
      dependencies: ["NMEA0183", "LocationProtocols", "GNSS"]),
    // The parser, whose output is compared with that of the same source on an emulated board.
    .executableTarget(
      name: "ParserProbe",
      dependencies: ["UBX", "NMEA0183"],
      path: "Tests/ParserProbe",
      // The functions of that board.
      swiftSettings: [.enableExperimentalFeature("Extern")]),
    // An application that asks for permission, which the tests run as a process.
    .executableTarget(
      name: "AuthorizationProbe",
      dependencies: ["LocationAuthorization"],
      path: "Tests/AuthorizationProbe"),
    .testTarget(
      name: "LocationAuthorizationTests",
      dependencies: [
        "LocationGeometry", "AuthorizationProbe", "LocationAuthorization", "LinuxSystem", "GNSS",
        "NMEA0183",
        "TestSupport",
      ]),
    .testTarget(
      name: "LocationServiceTests",
      dependencies: [
        "LocationProtocols", "LocationService", "LocationAuthorization", "ReceiverRecording",
        "GNSSReceiver", "SerialLine", "LinuxSystem", "GNSS", "NMEA0183", "TestSupport",
      ]),
    .testTarget(name: "HTTPSitesTests", dependencies: ["HTTPSites"]),
    .testTarget(
      name: "LocationPageTests",
      dependencies: [
        "HTTPSites", "EarthData", "LocationService", "LocationPage", "GNSSReceiver", "LocationJSON",
        "LinuxSystem", "LocationGeometry", "GNSS", "TestSupport",
      ]),
    // A program with a store, which tests kill and benchmarks measure.
    .executableTarget(
      name: "StoreProbe",
      dependencies: ["LocationGeometry", "TrackStore", "LinuxSystem", "GNSS", "NMEA0183"],
      path: "Tests/StoreProbe"),
    .testTarget(
      name: "TrackStoreTests",
      dependencies: [
        "EarthData", "LocationGeometry", "StoreProbe", "TrackStore", "LocationJSON", "LinuxSystem",
        "GNSS",
        "NMEA0183",
        "TestSupport", "CTrackStore",
      ]),
    .testTarget(
      name: "LocationPublishingTests",
      dependencies: [
        "LocationGeometry", "LocationPublishing", "TrackStore", "LocationJSON", "ServerAccess",
        "LinuxSystem",
        "GNSS", "TestSupport", "CPublishing",
      ]),
    .testTarget(
      name: "LinuxLocationTests",
      dependencies: [
        "LocationProtocols", "LocationGeometry", "LinuxLocation", "LocationAuthorization",
        "ReceiverSimulator",
        "GNSSReceiver", "SerialLine",
        "EarthData", "LinuxSystem", "GNSS", "NMEA0183", "TestSupport",
        .product(name: "Logging", package: "swift-log"),
      ]),
    .testTarget(
      name: "CoreLocationTestingTests",
      dependencies: ["CoreLocationTesting", "LinuxLocation", "TestSupport"]),
    // An application that uses the location, which tests kill and deprive of resources.
    .executableTarget(
      name: "LocationProbe",
      dependencies: [
        "SerialLine", "LinuxLocation", "GNSSReceiver", "LinuxSystem",
        .product(name: "Logging", package: "swift-log"),
      ],
      path: "Tests/LocationProbe"),
    // An application that ends, and that gps wake starts again.
    .executableTarget(
      name: "WakeProbe", dependencies: ["LinuxLocation"], path: "Tests/WakeProbe"),
    .testTarget(
      name: "GPSToolTests",
      dependencies: [
        "LocationGeometry", "GPSTool", "LocationPublishing", "GNSSReceiver", "SerialLine",
        "LinuxSystem", "TestSupport",
      ]),
    // Runs the programs it depends on as processes; they are built beside the tests.
    .testTarget(
      name: "CommandLineTests",
      dependencies: [
        "gps", "gps-publish", "LocationProbe", "WakeProbe", "LocationAuthorization", "LinuxSystem",
        "NMEA0183",
        "TestSupport",
      ]),
    .testTarget(
      name: "gpsTests",
      dependencies: [
        "TrackFiles", "LocationProtocols", "LocationAuthorization", "LocationGeometry", "gps",
        "GPSTool",
        "ReceiverRecording", "GNSSReceiver",
        "ReceiverDiscovery",
        "SerialLine", "LocationJSON", "EarthData", "LinuxSystem", "GNSS",
        "NMEA0183", "TestSupport",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
  ])

// What measures the package and puts it under stress, but is no test; the Makefile and the scripts ask for it.
if Context.environment["CORE_LOCATION_LABORATORY"] != nil {
  package.targets += [
    .executableTarget(
      name: "Soak",
      dependencies: [
        "LinuxLocation", "ReceiverSimulator", "GNSSReceiver", "ReceiverDiscovery",
        "LinuxSystem", "GNSS", "NMEA0183", "TestSupport",
      ],
      path: "Tests/Laboratory/Soak",
      exclude: ["soak.py", "service.py"]),
    .executableTarget(
      name: "Fleet",
      dependencies: [
        "LocationPublishing", "TrackStore", "ReceiverSimulator", "LinuxSystem", "GNSS",
      ],
      path: "Tests/Laboratory/Fleet",
      exclude: ["fleet.py", "kafka.py"]),
    .executableTarget(
      name: "Listener",
      dependencies: ["GNSSReceiver", "LinuxSystem", "GNSS", "NMEA0183"],
      path: "Tests/Laboratory/Listener"),
    .executableTarget(
      name: "LineBenchmark",
      dependencies: ["LocationJSON", "GNSS"],
      path: "Tests/Laboratory/Lines"),
    .executableTarget(
      name: "DeliveryBenchmark",
      dependencies: [
        "LinuxLocation", "GNSSReceiver", "GNSS", .product(name: "Logging", package: "swift-log"),
      ],
      path: "Tests/Laboratory/Delivery",
      exclude: ["benchmark.py"]),
  ]
}

// "make test-target TARGET=GNSSTests" builds only what the named targets need, not SwiftNIO, the page and the tool.
if let names = Context.environment["CORE_LOCATION_TARGETS"] {
  var needed = Set(names.split(separator: ",").map(String.init))
  // From the top down: each target's dependencies are above it in the list.
  for target in package.targets.reversed() where needed.contains(target.name) {
    for case .byNameItem(let name, _) in target.dependencies { needed.insert(name) }
    for case .targetItem(let name, _) in target.dependencies { needed.insert(name) }
  }
  package.targets.removeAll { !needed.contains($0.name) }
  package.products.removeAll()
}

// Settings of every target that contains Swift.
for target in package.targets where target.type != .system {
  var settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
  // Warnings are errors only where changes are checked (.ci/run), since other compilers may have other warnings.
  if Context.environment["CORE_LOCATION_STRICT"] != nil {
    settings.append(.treatAllWarnings(as: .error))
  }
  target.swiftSettings = settings + (target.swiftSettings ?? [])
}
