// Core Location for Linux. SPDX-License-Identifier: MIT

/// Where the engine's events come from: a receiver in this process, or the location service.
package protocol PositionSource: Sendable {
  /// Whether positions come from a recording.
  var isReplay: Bool { get }

  /// Reports what happens, on a thread of the source's own, until the returned value is released.
  func start(
    _ receive: @escaping @Sendable ([PositionEvent]) -> Void
  ) throws(PositionSourceError) -> any Sendable
}

/// Stands in for a source that cannot be understood: no positions, rather than another receiver's.
struct NoSource: PositionSource {
  let reason: String
  var isReplay: Bool { false }

  func start(
    _ receive: @escaping @Sendable ([PositionEvent]) -> Void
  ) throws(PositionSourceError) -> any Sendable {
    throw PositionSourceError(text: reason, isTransient: false)
  }
}
