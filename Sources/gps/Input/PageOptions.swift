// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GPSTool
import Glibc
import HTTPSites
import LinuxSystem
import LocationPage
import LocationService

/// What the page shows besides the receiver, and by which names and which token it is opened.
struct PageOptions: ParsableArguments {
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
      "The units for browsers in which none were chosen: metric, nautical or imperial. (default: GPS_UNITS, or metric)"
    ))
  var units: UnitSystem?

  @OptionGroup var file: StoreFileOption

  @Flag(help: "Replace the token: browsers that have the old one need the new address.")
  var newToken = false

  /// The first of these options that was given; `nil` if none was.
  var given: String? {
    let all: [(String, Bool)] = [
      ("--name", !name.isEmpty), ("--tiles", tiles != nil),
      ("--tiles-attribution", tilesAttribution != nil), ("--units", units != nil),
      ("--store", file.store != nil), ("--new-token", newToken),
    ]
    return all.first(where: \.1)?.0
  }

  static func addresses(_ texts: [String], of option: String) throws -> [SiteAddress] {
    try texts.map {
      let address = try HostAndPort(argument: $0, of: option, usualPort: PagePlace.usualPort)
      return SiteAddress(address.host, address.port)
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

  /// The track of the past: that of the store, which may be made while the page is open.
  private var history: PageHistory {
    guard let path = file.store ?? (try? StoreFile.usual()) else { return .none }
    return StoredHistory(path, isNamed: file.store != nil).history
  }
}

// MARK: Serving

extension PageOptions {
  /// Starts to serve the page, and says where.
  ///
  /// - Parameters:
  ///   - inherited: sockets that systemd has passed on for it.
  ///   - isRecorded: whether it shows a recording, which has an anchor watch of its own.
  ///   - demand: called on the page's thread when the receiver is needed, and when it is not needed any more.
  func serve(
    at addresses: [SiteAddress], inherited: [CInt] = [], of command: PageCommand, _ map: PageMap,
    isRecorded: Bool = false, demand: @escaping @Sendable (Bool) -> Void = { _ in }
  ) throws -> LocationPage {
    let (token, file) = self.token
    let page = try LocationPage(
      addresses, inherited: inherited, of: command, names: name, token: token, map: map,
      history: history, units: try units ?? UnitSetting.chosen(.current),
      keeper: Self.keeper(ofRecording: isRecorded), demand: demand)
    announce(page, tokenFile: file, isOfSystem: !inherited.isEmpty)
    return page
  }

  /// The token of the last run, unless it is to be replaced, or cannot be kept; and the file in which it is.
  private var token: (AccessToken, file: String?) {
    guard let folder = StateFolder.current else { return (.random(), nil) }
    let path = folder + "/web-token"
    do throws(WatchFile.Problem) {
      return (try TokenFile.token(path, isNew: newToken), path)
    } catch {
      complain("\(error); the token of this run is a new one")
      return (.random(), nil)
    }
  }

  /// Returns what keeps the anchor watch over a restart: that of a recording is another one.
  private static func keeper(ofRecording isRecording: Bool) -> PageKeeper {
    guard let folder = StateFolder.current else {
      return PageKeeper(
        problem:
          "The watch would not survive a restart: HOME is not set, so there is no place to keep it"
      )
    }
    do throws(WatchFile.Problem) {
      return PageKeeper(
        try WatchFile("\(folder)/\(isRecording ? "watch-replay" : "watch").json"))
    } catch {
      complain("\(error)")
      return PageKeeper(problem: "The watch would not survive a restart: \(error.reason)")
    }
  }

  /// Whether standard error goes into systemd's journal, as systemd.exec(5) says how to find out.
  private static var isJournal: Bool {
    var status = stat()
    return fstat(STDERR_FILENO, &status) == 0
      && Environment.current["JOURNAL_STREAM"] == "\(status.st_dev):\(status.st_ino)"
  }

  /// Prints the addresses of the page, and the token with which other users may see it, or the file in which it is: the journal
  /// outlives the people who may read it now.
  ///
  /// - Parameter isOfSystem: whether systemd has opened the sockets for a service, whose user has no browser.
  private func announce(_ page: LocationPage, tokenFile: String?, isOfSystem: Bool) {
    for address in page.addresses.flatMap(\.reachable) {
      let own = "http://\(address.name)/"
      let secret = Self.isJournal ? tokenFile : nil
      let other =
        secret.map { "\(own)#token=…, with the token in \($0)" } ?? "\(own)#token=\(page.token)"
      complain(
        page.trustsOwnUser && !isOfSystem
          ? "the page is at \(own); for other users of this machine, at \(other)"
          : "the page is at \(other)")
    }
  }
}
