// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSS
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
      Runs until Ctrl-C, even if the receiver is unplugged and plugged in again. A fix that is already in the track is \
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

/// A run of `gps history record`: collects fixes for some seconds, then adds them to the track together.
final class HistoryRun {
  private let store: PositionStore
  private var messages: StatusMessages
  /// Fixes not stored yet, at most those of a day at 1 Hz, some 30 MB.
  private var held = HeldPositions("fixes", most: 86_400)
  private var isEnded = false
  private var (received, stored, known, undated) = (0, 0, 0, 0)

  /// The most fixes stored at once, when a recording is read as fast as possible.
  private static let most = 5000

  init(_ store: PositionStore, waits: Bool) {
    self.store = store
    messages = StatusMessages(waits: waits)
  }

  func run(_ listener: ReceiverListener, endingBy interruption: CInt) throws {
    let reactor = try Reactor(endingBy: interruption)
    reactor.whenReady(listener.descriptor) { [self] in
      try receive(listener.drain())
      if held.count >= Self.most, held.failure == nil { try keep() }
      if received > 0 {
        messages.line.show(
          "\(counted(received, "fix", "fixes")), \(store.path)", at: monotonicNow())
      }
    }
    reactor.whenDue(self.held.due) { [self] _ in try keep() }
    try reactor.run { isEnded }
    for fix in listener.stop().compactMap(\.fix) { receive(fix) }
    messages.line.clear()
    var failure: StoreError?
    do throws(StoreError) { try keep() } catch { failure = error }
    try finish(failure ?? held.failure)
  }

  private func receive(_ events: [ReceiverEvent]) throws {
    for event in events {
      if try messages.received(event) { isEnded = true }
      if let fix = event.fix { receive(fix) }
    }
  }

  private func receive(_ fix: Fix) {
    guard fix.time?.date != nil else {
      undated += 1
      return
    }
    received += 1
    held.append([], track: [fix], at: monotonicNow())
  }

  /// Stores the collected fixes; those that the disk does not accept are tried again later.
  private func keep() throws(StoreError) {
    guard !held.isEmpty else { return }
    let count = held.track.count
    let (added, message) = try held.store(in: store, at: monotonicNow())
    stored += added
    if held.isEmpty { known += count - added }
    guard let message else { return }
    messages.line.clear()
    complain(message)
  }

  private func finish(_ failure: StoreError?) throws {
    if undated > 0 {
      complain("left out \(counted(undated, "fix", "fixes")) without a date: a track needs one")
    }
    if received == 0 {
      complain("nothing was recorded: \(messages.explanation)")
    } else {
      complain(
        "recorded \(counted(stored, "fix", "fixes")) to \(store.path)"
          + (known > 0 ? "; " + counted(known, "more was", "more were") + " there already" : ""))
    }
    guard let failure else { return }
    throw Failure(
      "\(failure.description); \(counted(held.count, "fix", "fixes")) could not be stored",
      failure.exitCode)
  }
}
