// Core Location for Linux. SPDX-License-Identifier: MIT
//
// What is asked of a track.

#if Publishing
  package import LocationPublishing

  /// Which fixes of a track are asked for: those that all members agree on.
  package struct TrackQuery: Hashable, Sendable {
    /// Nanoseconds since 1970: no fix from before; `nil` for the beginning of the track.
    package var start: Int64?
    /// Nanoseconds since 1970: no fix from after; `nil` for the end of the track.
    package var end: Int64?
    /// Where they are, exactly, whatever their accuracy; `nil` for anywhere.
    package var circle: Circle?

    package init(start: Int64? = nil, end: Int64? = nil, circle: Circle? = nil) {
      self.start = start
      self.end = end
      self.circle = circle
    }
  }
#endif
