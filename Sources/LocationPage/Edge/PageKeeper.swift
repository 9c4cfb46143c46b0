// Core Location for Linux. SPDX-License-Identifier: MIT

import NIOCore
import NIOPosix

/// Keeps what is watched on the disk, on a thread of its own, since a disk may take its time.
package struct PageKeeper: Sendable {
  private let file: WatchFile?
  /// Why nothing, or not everything, is kept; `nil` if all is well.
  let problem: String?
  /// What was watched before a restart.
  let record: WatchRecord
  let pool = NIOThreadPool(numberOfThreads: 1)

  /// Keeps nothing.
  ///
  /// - Parameter problem: why, for people; `nil` if that is intended.
  package init(problem: String? = nil) {
    (file, self.problem, record) = (nil, problem, WatchRecord())
  }

  /// Continues what is in a file, which remains as it is if that cannot be read.
  package init(_ file: WatchFile) {
    self.file = file
    let read = file.content.map { WatchRecord($0) } ?? WatchRecord()
    record = read ?? WatchRecord()
    problem =
      read?.isDamaged != false
      ? "Not all that was watched before the restart can be read: its file is damaged" : nil
  }

  /// Writes a record; the result is why that is impossible, and `nil` if it is on the disk, or nothing is to be kept.
  func keep(_ record: [UInt8], on eventLoop: any EventLoop) -> EventLoopFuture<String?> {
    guard let file else { return eventLoop.makeSucceededFuture(problem) }
    return pool.runIfActive(eventLoop: eventLoop) {
      file.write(record).map { "The watch would not survive a restart: \($0)" }
    }
  }
}
