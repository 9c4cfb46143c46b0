// Core Location for Linux. SPDX-License-Identifier: MIT

/// How likely a GNSS receiver is at a port, before anybody has listened.
package enum ReceiverLikelihood: Hashable, Comparable, Sendable, CaseIterable {
  /// It is something else, or would be disturbed by being opened.
  case notAReceiver
  /// It could be anything: an adapter, or a port on the board.
  case possible
  /// Most of its kind are receivers, or it calls itself one.
  case likely
  /// It is nothing else.
  case certain
}
