// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSSReceiver

/// A recording as a place, replayed at the pace of the times in it, or faster.
package struct RecordingPlace: SourceKind {
  let path: String
  /// A multiple of the receiver's own speed; infinite for no waiting at all.
  let speed: Double

  package init(path: String, speed: Double = 1) {
    (self.path, self.speed) = (path, speed)
  }

  package var name: String { path }
  package var traits: SourceTraits { [.ends, .isRecorded] }

  package func open(_ request: OpenRequest) throws(SourceError) -> any Connection {
    do throws(RecordingError) {
      return ReplayLink(try ReplayThread(path: path, speed: speed))
    } catch {
      throw .other(error.description)
    }
  }
}
