// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver
import GPSTool
import LinuxSystem
import LocationPage
import LocationProtocols

/// The page of the location service, which is one more of its clients: it may know what the service's user may know, and has the
/// receiver opened only while it needs it.
final class ServedPage: Resident {
  private let supervisor: ReceiverSupervisor
  private var listener: ReceiverListener?
  /// Set before the reactor runs.
  var page: LocationPage?

  /// - Parameter socket: that of the service, at which programs with Core Location connect.
  init(_ socket: String) throws {
    let introduction = ClientIntroduction(
      name: "gps serve --web", satellites: true, headings: true, receivers: true)
    let source = Source(
      identity: socket, kind: ServiceSource([socket], introduction), likelihood: .certain)
    supervisor = try ReceiverSupervisor(.source(source), rates: nil)
  }

  func watch(_ watched: inout Reactor.Watched) { watched.add(listener?.descriptor) }

  func serve(_ ready: Reactor.Ready) {
    if let listener { page?.received(listener.drain()) }
  }

  func need(_ isNeeded: Bool) {
    if !isNeeded {
      listener = nil
      page?.receiverClosed()
    } else if listener == nil {
      do throws(SystemError) {
        listener = try supervisor.listen(takesStandbys: true)
      } catch {
        complain("\(error)")
      }
    }
  }
}
