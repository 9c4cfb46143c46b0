// Core Location for Linux. SPDX-License-Identifier: MIT

package import GNSS
package import TrackStore

/// Positions that are not in the store yet: a few seconds of track, and everything while the disk is full.
package struct HeldPositions {
  package private(set) var reports: [PositionReport] = []
  package private(set) var track: [Fix] = []
  /// The number of reports and fixes dropped for lack of room.
  package private(set) var lost = 0
  /// When they are to be stored if there is no occasion before; `nil` while none are held.
  package private(set) var due: Duration?
  /// Why the disk accepts nothing; `nil` while it does.
  package private(set) var failure: StoreError?
  /// What they are called in messages.
  private let name: String
  private let most: Int

  /// How long the track is collected: every write wears the disk, and storing ten fixes hardly writes more than one.
  private static let gathering = Duration.seconds(10)
  private static let pause = Duration.seconds(5)

  package init(_ name: String, most: Int) { (self.name, self.most) = (name, most) }

  package var isEmpty: Bool { reports.isEmpty && track.isEmpty }

  /// The number that would be lost if the program ended.
  package var count: Int { reports.count + track.count + lost }

  package mutating func append(_ reports: [PositionReport], track: [Fix], at now: Duration) {
    self.reports += reports
    self.track += track
    let excess = (
      reports: max(0, self.reports.count - most), track: max(0, self.track.count - most)
    )
    self.reports.removeFirst(excess.reports)
    self.track.removeFirst(excess.track)
    lost += excess.reports + excess.track
    if due == nil, !isEmpty { due = now + Self.gathering }
  }

  /// Stores them, or tries again later; returns how many fixes were added to the track, and a message for the user.
  package mutating func store(
    in store: PositionStore, at now: Duration
  ) throws(StoreError) -> (added: Int, message: String?) {
    do throws(StoreError) {
      let added = try store.append(reports, track: track)
      let loss = lost == 0 ? "" : "; there was no room for \(lost) of the \(name)"
      defer { self = HeldPositions(name, most: most) }
      return (added, failure.map { _ in "\(store.path) can be written to again\(loss)" })
    } catch {
      guard error.mayPass else { throw error }
      defer { (failure, due) = (error, now + Self.pause) }
      return (0, failure == error ? nil : "\(error); \(name) are held in memory meanwhile")
    }
  }
}
