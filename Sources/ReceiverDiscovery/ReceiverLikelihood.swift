// Core Location for Linux. SPDX-License-Identifier: MIT

/// How likely a port is to have a GNSS receiver, judged without opening it.
package enum ReceiverLikelihood: Hashable, Comparable, Sendable, CaseIterable {
  /// It is something else, or would be disturbed by being opened.
  case notAReceiver
  /// It could be anything: an adapter, or a port on the board.
  case possible
  /// Most devices of its kind are receivers, or it calls itself one.
  case likely
  /// Only receivers are of its kind.
  case certain
}
