// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSSReceiver
import GPSTool
import Glibc
import HTTPSites
import LinuxSystem
import LocationPage
import LocationService

struct Web: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "web",
    abstract: "Show a receiver on a page in the browser: map, sky, signals, history.",
    discussion: """
      Runs until Ctrl-C. The page needs no network. Without --listen, only your own browsers on this machine can open \
      it; other users need the token in the address that is printed. See docs/web.md.

      gps web --replay drive.nmea --speed 10
      """)

  @OptionGroup var argument: DeviceArgument
  @OptionGroup var receiver: ReceiverOptions
  @OptionGroup var waiting: WaitOptions
  @OptionGroup var page: PageOptions
  @OptionGroup var recording: ReplayOptions
  @OptionGroup var signatures: AuthenticationOptions

  func run() throws {
    let addresses = try page.addresses
    // Before signals are waited for: they end the program while it opens a file that takes long.
    let map = try page.map
    let interruption = try Interruption.awaited().descriptor
    // The page can be opened before the receiver is plugged in.
    let waits = waiting.wait
    let supervisor = try recording.supervisor(
      of: receiver, at: argument, asking: "gps web", wantsSatellites: true, takesSeveral: true,
      reportsStandbys: true, waits: waits, authenticator: try signatures.authenticator())
    let keeper = Self.keeper(ofRecording: recording.replay != nil)
    let page = try LocationPage(
      addresses, names: page.name, token: page.token, map: map, history: page.history,
      units: page.units, keeper: keeper)
    defer { page.stop() }
    announce(page)
    let listener = try supervisor.listen(takesStandbys: true)
    var messages = StatusMessages(includesSatellites: false, waits: waits)
    let reactor = try Reactor(endingBy: interruption)
    reactor.whenReady(listener.descriptor) {
      let events = listener.drain()
      page.received(events)
      for event in events where try messages.received(event) {
        complain("the recording has ended; the page stays open until Ctrl-C")
      }
    }
    try reactor.run()
  }

  /// Returns what keeps the anchor watch over a restart: that of a recording is another one.
  private static func keeper(ofRecording isRecording: Bool) -> PageKeeper {
    guard let folder = StateFolder.current else {
      return PageKeeper(
        problem:
          "The anchor watch would not survive a restart: HOME is not set, so there is no place to keep it"
      )
    }
    do throws(WatchFile.Problem) {
      return PageKeeper(
        try WatchFile("\(folder)/\(isRecording ? "watch-replay" : "watch").json"))
    } catch {
      complain("\(error)")
      return PageKeeper(problem: "The anchor watch would not survive a restart: \(error.reason)")
    }
  }

  /// Prints the address of the page, and the token with which other users may see it.
  private func announce(_ page: LocationPage) {
    for address in page.addresses.flatMap(\.reachable) {
      let own = "http://\(address.name)/"
      let other = "\(own)#token=\(page.token)"
      complain(
        page.trustsOwnUser
          ? "the page is at \(own); for other users of this machine, at \(other)"
          : "the page is at \(other)")
    }
  }
}

/// The addresses of the page, its map and its units.
struct PageOptions: ParsableArguments {
  @Option(
    "address:port",
    """
    Serve the page at this address. Browsers on other machines always need the token. \
    (default: 127.0.0.1:8947 and [::1]:8947)
    """)
  var listen: [String] = []

  @Option("host", "A hostname to accept, in addition to localhost and this machine's addresses.")
  var name: [String] = []

  @Option(
    "file or address",
    """
    Load map tiles from this MBTiles file, or from this server, such as https://HOST/{z}/{x}/{y}.png, which learns where \
    the map is. (default: none; the largest towns are named)
    """)
  var tiles: String?

  @Option(
    "text",
    "Attribution text for the corner of the map. (default: the file's, or the server's name)")
  var tilesAttribution: String?

  @Option(
    help: .value(
      "units",
      "The units of browsers in which none were chosen: nautical, metric or imperial. (default: metric)"
    ))
  var units: PageUnits?

  @OptionGroup var file: StoreFileOption

  @Flag(help: "Replace the token: browsers that have the old one need the new address.")
  var newToken = false

  static let usualPort: UInt16 = 8947

  /// The track of the past: that of the store, which may be made while the page is open.
  var history: PageHistory {
    guard let path = file.store ?? (try? StoreFile.usual()) else { return .none }
    return StoredHistory(path, isNamed: file.store != nil).history
  }

  /// The token of the last run, unless it is to be replaced, or cannot be kept.
  var token: AccessToken {
    guard let folder = StateFolder.current else { return .random() }
    do throws(WatchFile.Problem) {
      return try TokenFile.token(folder + "/web-token", isNew: newToken)
    } catch {
      complain("\(error); the token of this run is a new one")
      return .random()
    }
  }

  var map: PageMap {
    get throws {
      guard let tiles else {
        if tilesAttribution != nil {
          throw Failure.usage("--tiles-attribution without --tiles", "--tiles FILE")
        }
        return PageMap(towns: TownFile.towns())
      }
      if tiles.contains("://") {
        do throws(ServiceError) {
          return PageMap(
            tiles: try MapTiles(tiles, attribution: tilesAttribution), towns: TownFile.towns())
        } catch {
          throw Failure(error.description, EX_USAGE)
        }
      }
      let file = try OfflineTiles(tiles)
      return PageMap(
        tiles: MapTiles(
          ofFileWith: file.zooms, attribution: tilesAttribution ?? file.attribution),
        towns: TownFile.towns(), tile: file.picture, stop: file.stop)
    }
  }

  var addresses: [SiteAddress] {
    get throws {
      if listen.isEmpty { return SiteAddress.loopback(port: Self.usualPort) }
      return try listen.map {
        let address = try HostAndPort(argument: $0, of: "--listen", usualPort: Self.usualPort)
        return SiteAddress(address.host, address.port)
      }
    }
  }
}

extension PageUnits: ExpressibleByArgument {}
