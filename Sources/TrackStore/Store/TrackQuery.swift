// Core Location for Linux. SPDX-License-Identifier: MIT

package import LocationGeometry

/// A selection of the fixes of a track: those that match all members.
package struct TrackQuery: Hashable, Sendable {
  /// The earliest time, nanoseconds since 1970; `nil` for the beginning of the track.
  package var start: Int64?
  /// The latest time, nanoseconds since 1970; `nil` for the end of the track.
  package var end: Int64?
  /// The circle that contains the positions, regardless of their accuracy; `nil` for anywhere.
  package var circle: Circle?

  package init(start: Int64? = nil, end: Int64? = nil, circle: Circle? = nil) {
    (self.start, self.end, self.circle) = (start, end, circle)
  }
}
