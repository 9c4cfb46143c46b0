// Core Location for Linux. SPDX-License-Identifier: MIT

package import LinuxSystem
package import SerialLine

/// Where a receiver's bytes come from: what is known of it before it is opened, and how it is opened.
///
/// Another source of bytes is another `Place` with its `Link`, and an entry in ``ReceiverSupervisor/Selection/kinds``;
/// supervision does not know what kinds there are.
package protocol Place: Hashable, Sendable {
  /// What it is called in messages: a path or an address.
  var name: String { get }
  /// What supervision has to know of it.
  var traits: PlaceTraits { get }
  /// What understands its bytes, if they are not a receiver's sentences; a new one for each connection.
  var decoder: (any ReportDecoder)? { get }

  /// Opens it, or begins to connect to it, without waiting.
  func open(_ request: OpenRequest) throws(SourceError) -> any Link
}

extension Place {
  package var decoder: (any ReportDecoder)? { nil }

  /// Whether another place is the same one.
  package func isSame(as other: any Place) -> Bool { other as? Self == self }
}

/// What sets a place apart from a file that never ends.
package struct PlaceTraits: OptionSet, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Its baud rate has to be found.
  package static let hasRate = PlaceTraits(rawValue: 1 << 0)
  /// Another machine is asked, less often than a port of this one.
  package static let isRemote = PlaceTraits(rawValue: 1 << 1)
  /// Once all has been read, there is no more: it is never silent, and is not opened again.
  package static let ends = PlaceTraits(rawValue: 1 << 2)
  /// Senders come and go without being connected, so that opening it again would not change anything.
  package static let isConnectionless = PlaceTraits(rawValue: 1 << 3)
  /// Its positions were recorded; they say nothing of where this machine is.
  package static let isRecorded = PlaceTraits(rawValue: 1 << 4)
  /// It is the location service: as long as that answers, no port is opened.
  package static let isService = PlaceTraits(rawValue: 1 << 5)
}

/// How a place is to be opened.
package struct OpenRequest: Sendable {
  /// The baud rate; `nil` for a place without one.
  package let rate: BaudRate?
  /// Ends the wait of the thread that calls ``Link/connect(at:)``, from any other thread.
  package let wakeUp: WakeUp

  package init(rate: BaudRate?, wakeUp: WakeUp) {
    self.rate = rate
    self.wakeUp = wakeUp
  }
}
