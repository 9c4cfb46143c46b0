// Core Location for Linux. SPDX-License-Identifier: MIT

#if Publishing
  import GNSS
  import Glibc
  import LocationPublishing
  import ReceiverRecording

  /// A run of `gps history`: writes the fixes of a stored track to a file.
  struct HistoryExport {
    let settings: TrackExport.Settings
    let circle: Circle?

    /// - Throws: ``Failure``, `StoreError`, or `ExitCode` of standard output.
    func run(_ path: String, to output: String) throws {
      let store = try PositionStore(reading: path)
      let export = try TrackExport("track", to: output, settings)
      let (filter, circle) = (settings.filter, circle)
      var damage: StoreError?
      do {
        try store.track(TrackQuery(start: filter.start, end: filter.end, circle: circle)) {
          try export.receive(.event(.fix($0)))
        }
      } catch let error as StoreError where export.conversion.written > 0 {
        // The track before the damage is still written.
        damage = error
      }
      guard let lines = try export.finish() else {
        let limits = TrackLimits(
          time: filter.start != nil || filter.end != nil, place: circle != nil)
        let (reason, advice) =
          try export.emptiness
          ?? (store.hasTrack
            ? ("its track has no fix\(limits.words)", "check \(limits.options)")
            : ("it has no track", "run \"gps history record\""))
        throw Failure(
          "cannot write a track from \(store.path): \(reason); \(advice)", EX_DATAERR)
      }
      for line in lines { complain(line) }
      if let damage { throw damage }
    }
  }
#endif
