// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver

/// Decides who may read a receiver where no policy rule applies.
package enum ReceiverGate: Hashable, Sendable {
  case unknown
  case node(String)
  /// Not a device node of this machine: a recording, or a receiver elsewhere that the service's user has named.
  case own(name: String)

  /// The name of the receiver; `nil` before it is known.
  var name: String? {
    switch self {
    case .unknown: nil
    case .node(let name), .own(let name): name
    }
  }

  /// The name that everybody may know: a port's, but not the path of a private recording or an address.
  var publicName: String? { if case .node(let name) = self { name } else { nil } }

  /// Returns what decides while a source is the receiver in use; `nil` while there is none.
  init(_ source: Source?) {
    self =
      switch source {
      case nil: .unknown
      case let source? where source.traits.contains(.hasRate): .node(source.name)
      case let source?: .own(name: source.name)
      }
  }

  /// Whether an event is of the receiver that this is about: before one is known, nothing is.
  ///
  /// A program names its own receivers. Users who may read a receiver that is no port here may read every receiver.
  func isPassed(by event: ReceiverEvent) -> Bool {
    switch self {
    case .unknown: false
    case .node(let name): event.receiver == name
    case .own: true
    }
  }
}
