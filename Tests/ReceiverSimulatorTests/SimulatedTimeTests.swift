// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183
import ReceiverSimulator
import Testing

@Suite struct SimulatedTimeTests {
  private func simulate(
    _ date: (Int, Int, Int), _ time: (UInt8, UInt8, UInt8), epochs: Int,
    _ change: (inout SimulatedReceiver.Configuration) -> Void = { _ in }
  ) throws -> Simulation {
    var configuration = try SimulatedReceiver.Configuration.walk(epochs) {
      $0.sentences = [.rmc, .zda]
    }
    configuration.startDate = try #require(
      CivilDate(year: date.0, month: date.1, day: date.2))
    configuration.startTime = try #require(
      UTCTime(hour: time.0, minute: time.1, second: time.2))
    change(&configuration)
    return Simulation(configuration)
  }

  /// Returns the dates and times of RMC as they are written.
  private func written(_ simulation: Simulation) -> [String] {
    simulation.fields(of: "RMC").map { "\($0[8]) \($0[0])" }
  }

  @Test(arguments: [1, 2, 4, 5, 8, 10, 20, 25])
  func stepsByExactlyOneOverTheRate(rate: Int) throws {
    let simulation = try simulate((2025, 6, 15), (23, 59, 50), epochs: 20 * rate) {
      $0.rate = rate
    }
    let times = simulation.messages.compactMap { message -> Int64? in
      guard case .rmc(let rmc) = message, let date = rmc.date else { return nil }
      return rmc.time.map { Int64(date.day) * 86_400_000_000_000 + $0.nanosecondsOfDay }
    }
    #expect(times.count == 20 * rate)
    for (time, next) in zip(times, times.dropFirst()) {
      #expect(next - time == 1_000_000_000 / Int64(rate))
    }
  }

  @Test func roundsOtherStepsToTheMillisecond() throws {
    let simulation = try simulate((2025, 6, 15), (12, 0, 0), epochs: 4) { $0.rate = 3 }
    #expect(
      written(simulation) == [
        "150625 120000.00", "150625 120000.333", "150625 120000.667", "150625 120001.00",
      ])
  }

  @Test(
    arguments: [
      ("an ordinary day", (2025, 6, 15), "150625", "160625"),
      ("the end of a year", (2024, 12, 31), "311224", "010125"),
      ("the 28th of a leap year", (2024, 2, 28), "280224", "290224"),
      ("the 28th of another", (2025, 2, 28), "280225", "010325"),
      ("the end of a century", (2099, 12, 31), "311299", "010100"),
    ] as [(String, (Int, Int, Int), String, String)])
  func changesTheDateAtMidnight(
    name: String, date: (Int, Int, Int), before: String, after: String
  ) throws {
    let simulation = try simulate(date, (23, 59, 59), epochs: 2)
    #expect(written(simulation) == ["\(before) 235959.00", "\(after) 000000.00"])
  }

  /// The leap second at the end of 2016.
  @Test func insertsALeapSecond() throws {
    let simulation = try simulate((2016, 12, 31), (23, 59, 59), epochs: 6) {
      $0.leapSecondDay = $0.startDate
      $0.rate = 2
    }
    #expect(
      written(simulation) == [
        "311216 235959.00", "311216 235959.50", "311216 235960.00", "311216 235960.50",
        "010117 000000.00", "010117 000000.50",
      ])
    #expect(simulation.defects.isEmpty)
  }

  /// Dates computed with another calendar (Python's).
  @Test(
    arguments: [
      ("none", 0, (2025, 1, 1), "010125", 2025), ("once", 1, (2025, 1, 1), "180505", 2005),
      ("twice", 2, (2025, 1, 1), "021085", 1985),
      ("on the day of the second rollover", 1, (2019, 4, 7), "220899", 1999),
    ] as [(String, Int, (Int, Int, Int), String, Int)])
  func forgetsWeeks(
    name: String, rollovers: Int, date: (Int, Int, Int), written: String, year: Int
  ) throws {
    let simulation = try simulate(date, (8, 30, 0), epochs: 1) {
      $0.faults.weekRollovers = rollovers
    }
    #expect(self.written(simulation) == ["\(written) 083000.00"])
    #expect(simulation.fields(of: "ZDA")[0][3] == "\(year)")
    let truth = simulation.epochs[0].instant.date
    #expect(truth == CivilDate(year: date.0, month: date.1, day: date.2))
  }
}
