// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSSReceiver
import GPSTool
import Glibc
import LinuxSystem
import TrackStore

struct HistoryRecord: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Store the fixes of a receiver as a track, without sending them anywhere.",
    discussion: """
      Runs until Ctrl-C, also if the receiver is unplugged and plugged in again. A fix that is already in the track is \
      not stored twice.

      gps history record --keep 90d
      gps history record --replay old.nmea.gz --speed max --keep 10y
      """)

  @OptionGroup var file: StoreFileOption
  @OptionGroup var receiver: ReceiverOptions
  @OptionGroup var waiting: WaitOptions
  @OptionGroup var recording: ReplayOptions

  @Option(
    "time",
    "Delete fixes that are older than this, counted from the newest: h, d or y. (default: never)")
  var keep: AgeArgument?

  @Option(
    "bytes",
    "Delete the oldest fixes when the file reaches this size, such as 2GB. (default: no limit)")
  var maxSize: ByteCount?

  func run() throws {
    if let maxSize, !ByteCount.stores.contains(maxSize.bytes) {
      throw Failure.usage("--max-size", "1M to 1024G")
    }
    let interruption = try Interruption.awaited().descriptor
    // A file that exceeds its limit is reported by write(2) rather than by a signal.
    signal(SIGXFSZ, SIG_IGN)
    let path = try file.store ?? StoreFile.usualForWriting()
    let store = try PositionStore(path: path, limits: StoreLimits(bytes: maxSize?.bytes))
    store.keepTrack(for: keep?.duration)
    let waits = waiting.wait
    let supervisor = try recording.supervisor(of: receiver, asking: "gps history", waits: waits)
    let history = HistoryRun(store, waits: waits)
    // Some minutes at 10 Hz may wait while the disk is slow.
    try history.run(try supervisor.listen(capacity: 8192), endingBy: interruption)
  }
}
