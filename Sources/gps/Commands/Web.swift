// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSSReceiver
import GPSTool
import Glibc
import HTTPSites
import LinuxSystem
import LocationPage

struct Web: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "web",
    abstract: "Show a receiver on a page in the browser.",
    discussion: """
      Shows map, sky, signals and history, and watches an anchor. Runs until Ctrl-C. The page needs no network. Without --listen, only your own browsers on this machine can open \
      it; other users need the token in the printed address. See \(Documents.path("web")).

      gps web
      gps web --replay drive.nmea --speed 10
      """)

  @OptionGroup var argument: DeviceArgument
  @OptionGroup var receiver: ReceiverOptions
  @OptionGroup var waiting: WaitOptions
  @Option(
    "address:port",
    """
    Serve the page at this address. Browsers on other machines always need the token. \
    (default: 127.0.0.1:8947 and [::1]:8947)
    """)
  var listen: [String] = []

  @OptionGroup var page: PageOptions
  @OptionGroup var recording: ReplayOptions
  @OptionGroup var signatures: AuthenticationOptions

  func run() throws {
    let addresses =
      listen.isEmpty
      ? SiteAddress.loopback(port: PagePlace.usualPort)
      : try PageOptions.addresses(listen, of: "--listen")
    // Before signals are waited for: they end the program while it opens a file that takes long.
    let map = try page.map
    let interruption = try Interruption.awaited().descriptor
    // The page can be opened before the receiver is plugged in.
    let waits = waiting.wait
    let supervisor = try recording.supervisor(
      of: receiver, at: argument, asking: "gps web", wantsSatellites: true, takesSeveral: true,
      reportsStandbys: true, waits: waits, authenticator: try signatures.authenticator())
    let page = try self.page.serve(
      at: addresses, of: .web, map, isRecorded: recording.replay != nil)
    defer { page.stop() }
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
}
