// Core Location for Linux. SPDX-License-Identifier: MIT
#if Publishing
  import ArgumentParser
  import GNSS

  /// `gps history trips`: lists the trips of a stored track.
  struct HistoryTrips: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "trips",
      abstract: "List the trips of the track: when, from where to where, how far.",
      discussion: """
        A trip is what is between two stops; see "gps history stops". One that lies only partly in the time is \
        listed as a whole.

        gps history trips --from 2025-06-15 --until 2025-06-15 --timezone Europe/Berlin
        """)

    @OptionGroup var options: TrackPartOptions

    func run() throws {
      let answer = try options.read()
      let towns = TownFile.towns()
      let rows = answer.parts.compactMap { part -> (JSONMembers, [String])? in
        guard case .trip(let trip) = part else { return nil }
        let start = towns?.name(trip.start.latitude, trip.start.longitude)
        let end = towns?.name(trip.end.latitude, trip.end.longitude)
        return (members(trip, start, end), cells(trip, start, end, answer))
      }
      try answer.print(
        rows,
        [
          .init(title: "start, \(answer.zoneName)", limit: 30), .init(title: "end", limit: 30),
          .init(title: "duration", limit: 12), .init(title: "distance", limit: 12),
          .init(title: "average", limit: 12), .init(title: "from", limit: 30),
          .init(title: "to", limit: 30),
        ], named: "trip")
    }

    private func members(_ trip: Trip, _ start: String?, _ end: String?) -> JSONMembers {
      [
        "start": trip.start.time.iso8601, "end": trip.end.time.iso8601,
        "duration": (trip.end.time - trip.start.time).rounded(decimals: 3),
        "distance": trip.distance.rounded(decimals: 1),
        "averageSpeed": trip.averageSpeed?.rounded(decimals: 2),
        "maximumSpeed": trip.maximumSpeed?.rounded(decimals: 2),
        "startLatitude": trip.start.latitude.rounded(decimals: 7),
        "startLongitude": trip.start.longitude.rounded(decimals: 7), "startPlace": start,
        "endLatitude": trip.end.latitude.rounded(decimals: 7),
        "endLongitude": trip.end.longitude.rounded(decimals: 7), "endPlace": end,
      ]
    }

    private func cells(
      _ trip: Trip, _ start: String?, _ end: String?, _ answer: TrackAnswer
    ) -> [String] {
      [
        answer.text(trip.start.time), answer.text(trip.end.time),
        (trip.end.time - trip.start.time).clock, trip.distance.length,
        trip.averageSpeed.map { "\($0.rounded(decimals: 1)) m/s" } ?? "", start ?? "", end ?? "",
      ]
    }
  }
#endif
