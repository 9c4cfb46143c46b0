// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
import LocationJSON

/// JSON: an object for each fix on a line of its own, as in the output of `gps replay`.
///
/// The ends of segments are not marked.
package struct JSONWriter: TrackWriter {
  package init() {}

  package func append(_ fix: Fix, _ text: inout TrackText) {
    text.write { line in
      line.append { $0.set(fix) }
      line.append("\n")
    }
  }
}
