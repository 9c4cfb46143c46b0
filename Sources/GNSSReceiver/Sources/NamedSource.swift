// Core Location for Linux. SPDX-License-Identifier: MIT

package import LocationProtocols

/// A source that can be named in one word, such as `tcp://host:port`.
///
/// A new kind is added to ``ReceiverSupervisor/Selection/kinds``; it is then recognized, and listed in the help and in
/// messages.
package protocol NamedSource: SourceKind {
  /// The form of such names, for people.
  static var form: String { get }

  /// Returns the source of that name; `nil` for a name of another form.
  ///
  /// - Parameter introduction: what this program tells a service about itself.
  /// - Throws: ``SelectionError`` for a name that begins like this form but is malformed.
  init?(named name: String, introduction: ClientIntroduction) throws(SelectionError)
}
