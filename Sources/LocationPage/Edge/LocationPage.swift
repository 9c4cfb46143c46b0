// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSSReceiver
package import HTTPSites
package import LocationService
import NIOPosix

/// A page that shows the receiver in browsers: the HTTP server around ``PageState``.
package final class LocationPage: Sendable {
  private let server: SiteServer<PageLoop>
  private let rules: RequestRules
  private let map: PageMap

  private let inherited: [SiteAddress]

  /// The addresses at which the page is served; a port of 0 is replaced by the one that was chosen.
  package var addresses: [SiteAddress] { server.addresses + inherited }
  /// The token that browsers of other users or other machines need.
  package var token: AccessToken { rules.token }
  /// Whether the user's own browsers need no token.
  package var trustsOwnUser: Bool { rules.trustsOwnUser }

  /// Starts to serve; throws if it cannot listen at one of the addresses.
  ///
  /// - Parameters:
  ///   - names: the names of this machine, besides its addresses.
  ///   - keeper: keeps what is watched.
  ///   - units: those of browsers that have not chosen any; `nil` for the page's own default.
  ///   - demand: called on the page's thread when the receiver is needed, and when it is not needed any more.
  package init(
    _ addresses: [SiteAddress], inherited: [CInt] = [], of command: PageCommand = .web,
    names: [String] = [], token: AccessToken, map: PageMap = PageMap(),
    history: PageHistory = .none, units: UnitSystem? = nil, keeper: PageKeeper = PageKeeper(),
    demand: @escaping @Sendable (Bool) -> Void = { _ in }
  ) throws(ServiceError) {
    self.inherited = inherited.map(SiteAddress.init(listening:))
    let all = addresses + self.inherited
    let rules = RequestRules(
      hosts: HostNames(listening: all.map(\.host), names: names), token: token,
      trustsOwnUser: all.allSatisfy(\.isLoopback), command: command)
    (self.rules, self.map) = (rules, map)
    // One finds out whose connections are, one reads the tiles and towns of the map, one the track of the past.
    let (owners, files) = (NIOThreadPool(numberOfThreads: 1), NIOThreadPool(numberOfThreads: 1))
    let past = NIOThreadPool(numberOfThreads: 1)
    server = try SiteServer(
      addresses, inherited: inherited, ("the page", command.option),
      pools: [owners, files, past, keeper.pool]
    ) {
      PageLoop(
        rules, on: $0, owners: owners, files: files, past: past,
        PageContent(
          map: map, units: units, phone: PhoneAddress(all, command), history: history),
        keeper: keeper, demand: demand)
    }
  }

  /// Passes what the receiver has reported to the page, and so to all browsers.
  ///
  /// Waits until the page has processed it: otherwise a recording without a pace would fill the memory.
  package func received(_ events: [ReceiverEvent]) { server.perform { $0.received(events) } }

  /// Records that the receiver has been closed, because it was not needed any more.
  package func receiverClosed() { server.perform { $0.receiverClosed() } }

  package func stop() {
    // The server waits for its threads.
    map.stop()
    server.stop()
  }
}

/// The units in which people read figures, on the page and in the tool; programs are told SI units whatever is chosen.
///
/// What each of them stands for on the page is in `Page/units.js`.
package enum UnitSystem: String, CaseIterable, Sendable {
  /// km/h, meters and kilometers, degrees.
  case metric
  /// Knots, meters and nautical miles, degrees and minutes.
  case nautical
  /// Miles per hour, feet and miles, degrees.
  case imperial
}
