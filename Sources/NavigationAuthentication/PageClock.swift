// Core Location for Linux. SPDX-License-Identifier: MIT

/// Finds out when pages began that a receiver passes on without a time.
///
/// u-blox sends a page after the navigation epoch of the second in which it ended, and before that of the next second. Pages wait
/// here for the next epoch, since after a lost one their time would be wrong.
package struct PageClock: Sendable {
  /// The second of the last epoch.
  private var last: GalileoTime?
  private var waiting: [NavigationPage] = []

  /// More pages than come in a second.
  private static let most = 64

  package init() {}

  /// Adds a page that has just been received.
  ///
  /// - Returns: Pages that have waited in vain, without a time.
  package mutating func add(_ page: NavigationPage) -> [NavigationPage] {
    waiting.append(page)
    return waiting.count > Self.most || last == nil ? release(nil) : []
  }

  /// Notes the time of an epoch: the second that has begun.
  ///
  /// - Returns: The pages that came before it, which have a time unless an epoch was lost.
  package mutating func epoch(at time: GalileoTime) -> [NavigationPage] {
    guard let last, time != last else {
      last = time
      return []
    }
    self.last = time
    let gap = time - last
    // A page ends at an odd second, so that no other one can have come after the epoch of an odd second, and before the next one.
    let isCertain = gap == 1 || gap == 2 && last.isOdd
    return release(isCertain ? last : nil)
  }

  /// Ends the stream.
  package mutating func finish() -> [NavigationPage] { release(last) }

  private mutating func release(_ epoch: GalileoTime?) -> [NavigationPage] {
    defer { waiting = [] }
    // The last page that had ended when the epoch began.
    let start = epoch.map { $0 - ($0.isOdd ? 2 : 3) }
    return waiting.map { page in
      var page = page
      page.start = start
      return page
    }
  }
}

extension GalileoTime {
  fileprivate var isOdd: Bool { seconds % 2 != 0 }
}
