// Core Location for Linux. SPDX-License-Identifier: MIT
#if Publishing
  import ArgumentParser
  import Glibc
  import LocationPublishing

  /// The file in which positions wait, and its limits.
  struct QueueOptions: ParsableArguments {
    @Option(
      "file",
      """
      The file in which positions wait. (default: positions.sqlite in the state directory of the unit, else in \
      ~/.local/state/core-location-linux)
      """)
    var store: String?

    @Option(
      "time",
      "Keep all fixes of this time as a track for \"gps history\", such as 90d. (default: none)")
    var keep: AgeArgument?

    @Option(
      "bytes",
      """
      The largest size of the file; when it is full, the track is deleted first, then the oldest positions. \
      (default: 100M, any size with --keep)
      """)
    var maxQueue: ByteCount?

    @Option("time", "Drop positions that have waited longer.")
    var maxAge = AgeArgument(days: 30)

    @Option("address", "Drop what still waits for this address; repeatable.")
    var forget: [String] = []

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
#endif
