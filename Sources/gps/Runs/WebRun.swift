// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver
import LinuxSystem
import LocationPage

/// A run of `gps web`: passes what a receiver reports to the page until it is interrupted.
struct WebRun {
  let page: LocationPage

  /// Prints the address of the page, and the token with which other users may see it.
  func announce() {
    for address in page.addresses.flatMap(\.reachable) {
      let place = "http://\(address.name)/"
      let other = "\(place)#token=\(page.token)"
      complain(
        page.trustsOwnUser
          ? "the page is at \(place); for other users of this machine, at \(other)"
          : "the page is at \(other)")
    }
  }

  /// - Parameter interruption: a descriptor that becomes readable when the command is to end.
  /// - Throws: ``Failure`` when the receiver cannot be used from the start.
  func run(
    _ listener: ReceiverListener, _ messages: StatusMessages, endingBy interruption: CInt
  ) throws {
    var messages = messages
    var loop = PollLoop(endingBy: interruption)
    loop.whenReady(listener.descriptor) {
      let events = listener.drain()
      page.received(events)
      for event in events {
        if case .notice(let notice) = event.content { complain(notice.description) }
        guard case .status(let status) = event.content,
          try messages.statusChanged(to: status)
        else { continue }
        complain("the recording has ended; the page stays open until Ctrl-C")
      }
    }
    try loop.run()
  }
}
