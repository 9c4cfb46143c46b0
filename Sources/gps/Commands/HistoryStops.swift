// Core Location for Linux. SPDX-License-Identifier: MIT
#if Publishing
  import ArgumentParser
  import GNSS

  /// `gps history stops`: lists the stops of a stored track.
  struct HistoryStops: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "stops",
      abstract: "List the stops of the track: when, where, how long.",
      discussion: """
        A stop is five minutes within 75 m; see docs/history.md. One that lies only partly in the time is listed as a \
        whole.

        gps history stops --near 47.5437,9.6833,200 --json
        """)

    @OptionGroup var options: TrackPartOptions

    func run() throws {
      let answer = try options.read()
      let towns = TownFile.towns()
      let rows = answer.parts.compactMap { part -> (JSONMembers, [String])? in
        guard case .stop(let stop) = part else { return nil }
        let place = towns?.name(stop.latitude, stop.longitude)
        return (members(stop, place), cells(stop, place, answer))
      }
      try answer.print(
        rows,
        [
          .init(title: "start, \(answer.zoneName)", limit: 30), .init(title: "end", limit: 30),
          .init(title: "duration", limit: 12), .init(title: "latitude", limit: 12),
          .init(title: "longitude", limit: 12), .init(title: "place", limit: 40),
        ], named: "stop")
    }

    private func members(_ stop: Stop, _ place: String?) -> JSONMembers {
      [
        "start": stop.start.iso8601, "end": stop.end.iso8601,
        "duration": (stop.end - stop.start).rounded(decimals: 3),
        "latitude": stop.latitude.rounded(decimals: 7),
        "longitude": stop.longitude.rounded(decimals: 7), "place": place,
      ]
    }

    private func cells(_ stop: Stop, _ place: String?, _ answer: TrackAnswer) -> [String] {
      [
        answer.text(stop.start), answer.text(stop.end), (stop.end - stop.start).clock,
        "\(stop.latitude.rounded(decimals: 5))", "\(stop.longitude.rounded(decimals: 5))",
        place ?? "",
      ]
    }
  }
#endif
