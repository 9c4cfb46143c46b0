// Core Location for Linux. SPDX-License-Identifier: MIT

import GPSTool
import Glibc
import LocationPublishing
import TrackStore

extension QueueOptions {
  func open(forgetting forgotten: [any Destination]) throws -> PositionStore {
    if let maxQueue, !ByteCount.stores.contains(maxQueue.bytes) {
      throw Failure.usage("--max-queue", "1M to 1024G")
    }
    let store = try PositionStore(path: try store ?? StoreFile.usualForWriting())
    try bound(store)
    if let keep { store.keepTrack(for: keep.duration) }
    for address in forgotten {
      guard try store.destinations.contains(where: { $0.name == address.name }) else {
        throw Failure("cannot forget \(address): nothing is kept for it", EX_DATAERR)
      }
      try store.forget(destination: address.name)
    }
    return store
  }

  /// A track is kept for as long as this or another command requested: only an explicit size limit trims it, and only
  /// together with `--keep`.
  private func bound(_ store: PositionStore) throws {
    let hasTrack = try store.hasTrack
    if maxQueue != nil, keep == nil, hasTrack {
      throw Failure(
        "cannot bound \(store.path): it has a track; add --keep TIME, or choose another file with --store",
        EX_USAGE)
    }
    let usual = keep == nil && !hasTrack ? 100 << 20 : nil
    store.limits = StoreLimits(bytes: maxQueue?.bytes ?? usual, age: maxAge.duration)
  }
}
