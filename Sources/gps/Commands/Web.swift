// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSSReceiver
import LinuxSystem
import LocationPage

/// `gps web`: shows the receiver on a page for browsers on this machine and, if requested, on others.
struct Web: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show a receiver on a page in the browser: map, sky, signals, history.",
    discussion: """
      Runs until Ctrl-C. The page needs no network. Without --listen, only your own browsers on this machine can open \
      it; other users need the token in the address that is printed. See docs/web.md.

      gps web --replay drive.nmea --speed 10
      """)

  @OptionGroup var place: PlaceArgument
  @OptionGroup var receiver: ReceiverOptions
  @OptionGroup var waiting: WaitOptions
  @OptionGroup var page: PageOptions
  @OptionGroup var recording: ReplayOptions
  @OptionGroup var dates: DateOptions

  func run() throws {
    let addresses = try page.addresses
    let interruption = try Interruption.awaited().descriptor
    // The page can be opened before the receiver is plugged in.
    let waits = waiting.wait
    let supervisor = try recording.receiver(receiver, at: place).supervisor(
      at: place, asking: "gps web", wantsSatellites: true, takesSeveral: true,
      referenceDate: dates.referenceDate, waits: waits)
    let page = try LocationPage(addresses, names: page.name, map: try page.map)
    defer { page.stop() }
    let web = WebRun(page: page)
    web.announce()
    let messages = StatusMessages(includesSatellites: false, waits: waits)
    try web.run(try supervisor.listen(), messages, endingBy: interruption)
  }
}

/// The addresses of the page, and its map.
struct PageOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Serve the page at this address. Browsers on other machines always need the token. \
      (default: 127.0.0.1:8947 and [::1]:8947)
      """, valueName: "address:port"))
  var listen: [String] = []

  @Option(
    help: .value("host", "A hostname to accept, besides localhost and this machine's addresses."))
  var name: [String] = []

  @Option(
    help: ArgumentHelp(
      """
      Load map tiles from this MBTiles file, or from this server, such as https://HOST/{z}/{x}/{y}.png, which learns where \
      the map is. (default: none; the largest towns are named)
      """, valueName: "file or address"))
  var tiles: String?

  @Option(
    help: .value(
      "text",
      "Attribution text for the corner of the map. (default: the file's, or the server's name)")
  )
  var tilesAttribution: String?

  static let usualPort: UInt16 = 8947

  /// - Throws: ``Failure`` or another error of this package for options that cannot be used.
  var map: PageMap {
    get throws {
      guard let tiles else {
        if tilesAttribution != nil {
          throw Failure.usage("--tiles-attribution without --tiles", "--tiles FILE")
        }
        return PageMap(towns: TownFile.towns())
      }
      if tiles.contains("://") {
        return PageMap(tiles: try MapTiles(tiles, attribution: tilesAttribution))
      }
      let file = try OfflineTiles(tiles)
      return PageMap(
        tiles: MapTiles(
          ofFileWith: file.zooms, attribution: tilesAttribution ?? file.attribution),
        tile: file.picture)
    }
  }

  var addresses: [PageAddress] {
    get throws {
      if listen.isEmpty { return PageAddress.loopback(port: Self.usualPort) }
      return try listen.map {
        let address = try HostAndPort(argument: $0, of: "--listen", usualPort: Self.usualPort)
        return PageAddress(address.host, address.port)
      }
    }
  }
}
