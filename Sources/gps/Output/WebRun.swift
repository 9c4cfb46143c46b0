// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver
import Glibc
import LinuxSystem
import LocationPage

/// A run of `gps web`: passes what a receiver reports to the page until it is interrupted.
struct WebRun {
  private let page: LocationPage
  private let listener: ReceiverListener
  private let interruption: CInt

  /// - Parameter interruption: a descriptor that becomes readable when the command is to end.
  init(_ page: LocationPage, _ listener: ReceiverListener, _ interruption: CInt) {
    self.page = page
    self.listener = listener
    self.interruption = interruption
  }

  /// Prints the address of the page, and the token with which other users may see it.
  static func announce(_ page: LocationPage) {
    for address in page.addresses {
      let place = "http://\(address.name)/"
      let other = "\(place)?token=\(page.token)"
      complain(
        page.trustsOwnUser
          ? "the page is at \(place) for you, at \(other) for other users of this machine"
          : "the page is at \(other)")
    }
  }

  /// - Throws: ``Failure`` when the receiver cannot be used from the start.
  func run(_ messages: StatusMessages) throws {
    var messages = messages
    while true {
      var ready = [
        pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: interruption, events: Int16(POLLIN), revents: 0),
      ]
      _ = wait(for: &ready, until: nil)
      if ready[1].revents != 0 { return }
      let events = listener.drain()
      page.received(events)
      for case .status(let status) in events where try messages.statusChanged(to: status) {
        complain("the recording is at its end; the page stays until Ctrl-C")
      }
    }
  }
}
