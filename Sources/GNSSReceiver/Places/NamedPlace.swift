// Core Location for Linux. SPDX-License-Identifier: MIT

package import ServiceProtocol

/// A place that can be named in one word, such as `tcp://host:port`.
///
/// Another kind is added to ``ReceiverSupervisor/Selection/kinds``, and is then read, listed in the help and in messages.
package protocol NamedPlace: Place {
  /// The form of its names, for people.
  static var form: String { get }

  /// The place of that name; `nil` for a name of another form.
  ///
  /// - Parameter introduction: what this program says to a service about itself.
  /// - Throws: ``SelectionError`` for a name that begins like one of this form, and is none.
  init?(named name: String, introduction: ClientIntroduction) throws(SelectionError)
}
