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

  /// The addresses at which the page is served; a port of 0 is replaced by the one that was chosen.
  package var addresses: [SiteAddress] { server.addresses }
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
  package init(
    _ addresses: [SiteAddress], names: [String] = [], token: AccessToken, map: PageMap = PageMap(),
    history: PageHistory = .none, units: PageUnits? = nil, keeper: PageKeeper = PageKeeper()
  ) throws(ServiceError) {
    let rules = RequestRules(
      hosts: HostNames(listening: addresses.map(\.host), names: names), token: token,
      trustsOwnUser: addresses.allSatisfy(\.isLoopback))
    (self.rules, self.map) = (rules, map)
    // One finds out whose connections are, one reads the tiles and towns of the map, one the track of the past.
    let (owners, files) = (NIOThreadPool(numberOfThreads: 1), NIOThreadPool(numberOfThreads: 1))
    let past = NIOThreadPool(numberOfThreads: 1)
    server = try SiteServer(
      addresses, ("the page", "--listen"), pools: [owners, files, past, keeper.pool]
    ) {
      PageLoop(
        rules, on: $0, owners: owners, files: files, past: past,
        PageContent(
          map: map, units: units, phone: PhoneAddress(addresses), history: history), keeper: keeper)
    }
  }

  /// Passes what the receiver has reported to the page, and so to all browsers.
  ///
  /// Waits until the page has processed it: otherwise a recording without a pace would fill the memory.
  package func received(_ events: [ReceiverEvent]) { server.perform { $0.received(events) } }

  package func stop() {
    // The server waits for its threads.
    map.stop()
    server.stop()
  }
}
