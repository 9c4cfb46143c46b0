// Core Location for Linux. SPDX-License-Identifier: MIT
#if Publishing
  import GNSS
  import Glibc
  import LocationPublishing
  import ReceiverRecording

  /// A run of `gps history`: writes the fixes of a stored track to a file.
  struct HistoryExport {
    let format: TrackFormat
    let filter: TrackFilter
    /// In meters; see ``TrackConversion``.
    let tolerance: Double?
    let circle: Circle?

    /// - Throws: ``Failure``, `StoreError`, or `ExitCode` of standard output.
    func run(_ path: String, to output: String, isOverwriting: Bool) throws {
      let store = try PositionStore(reading: path)
      let track = try TrackFile(output, isOverwriting: isOverwriting)
      var conversion = TrackConversion(
        format.writer(name: "track"), filter: filter, tolerance: tolerance)
      // A consumer cannot throw, so the first failure is kept until the call returns.
      var failure: (any Error)?
      func drain(_ text: inout TrackText, _ joins: Bool) {
        guard failure == nil else {
          for lane in text.lanes.indices { text.lanes[lane].removeAll() }
          return
        }
        do { try track.drain(&text, joins: joins) } catch { failure = error }
      }
      let query = TrackQuery(start: filter.start, end: filter.end, circle: circle)
      var damage: StoreError?
      do {
        try store.track(query) { fix in
          conversion.receive(.fix(fix), drain)
          if let failure { throw failure }
        }
      } catch let error as StoreError where conversion.written > 0 {
        // The track before the damage is still written.
        damage = error
      }
      conversion.finish(drain)
      if let failure { throw failure }
      guard conversion.written > 0 else { throw try nothing(of: conversion, in: store) }
      try track.finish()
      if output != "-" { complain("wrote \(output): \(conversion.summary)") }
      if let damage { throw damage }
    }

    /// Returns why nothing was written.
    private func nothing(of conversion: TrackConversion, in store: PositionStore) throws -> Failure
    {
      let (reason, advice) =
        if conversion.received > 0 {
          (
            "the options leave out all of its \(conversion.received) fixes",
            "choose a longer time or a lower limit"
          )
        } else if try store.hasTrack {
          ("its track has no fix in that place and time", "check --from, --to and --near")
        } else {
          ("it has no track", "run \"gps history record\"")
        }
      return Failure("cannot write a track from \(store.path): \(reason); \(advice)", EX_DATAERR)
    }
  }
#endif
