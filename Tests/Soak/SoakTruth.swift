// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import GNSSReceiver
import LinuxSystem
import NMEA0183
import ReceiverSimulator

/// What was sent in the last minutes of the receiver's time, and whether it arrived as it was.
struct SoakTruth {
  private struct Entry {
    /// Milliseconds since 1970; −1 for nothing yet.
    var time = -1
    /// `nil` without a fix.
    var position: SimulatedPosition?
    /// Whether the listener has to hear of it.
    var isOwed = false

    func isAt(_ latitude: Double, _ longitude: Double) -> Bool {
      guard let position else { return false }
      return abs(latitude - position.latitude) < 1e-7
        // A longitude just west of 180 degrees may be rounded to the other side.
        && abs(abs(longitude - position.longitude) - 180) > 180 - 1e-7
    }
  }

  /// Fixes told that are not what was sent: no such time, or another position.
  private(set) var wrong = 0
  /// What the first of them was.
  private(set) var firstWrong: String?
  /// Fixes told to the witness.
  private(set) var delivered = 0
  /// Positions that were sent whole and in calm, so that each has to be told.
  private(set) var owed = 0
  /// How many of these were never told.
  private(set) var lost = 0
  /// Fixes told without a date.
  private(set) var undated = 0
  /// The newest fix told to the witness, milliseconds since 1970; −1 for none.
  private(set) var newest = -1

  /// At least six minutes at ten epochs a second; a power of two.
  private var entries = [Entry](repeating: Entry(), count: 4096)

  private static let day = 86_400_000

  private func slot(of time: Int) -> Int { time % Self.day / 100 % entries.count }

  /// An epoch was written.
  mutating func written(_ time: Int, _ position: SimulatedPosition?, isOwed: Bool) {
    let slot = slot(of: time)
    if entries[slot].isOwed { lost += 1 }
    if isOwed, position != nil { owed += 1 }
    entries[slot] = Entry(time: time, position: position, isOwed: isOwed && position != nil)
  }

  /// Nothing that was sent up to now need arrive any more: the line is about to be disturbed.
  mutating func forgive() {
    for index in entries.indices { entries[index].isOwed = false }
  }

  /// Takes all that is still owed for lost.
  mutating func close() {
    lost += entries.count(where: \.isOwed)
    forgive()
  }

  /// A fix was told.
  ///
  /// - Parameter isWitness: whether to the one who is owed every fix, in its order.
  mutating func check(_ fix: Fix, isWitness: Bool) {
    let ofDay = Int(fix.time.time.nanosecondsOfDay / 1_000_000)
    let entry = entries[slot(of: ofDay)]
    guard entry.isAt(fix.latitude, fix.longitude), entry.time % Self.day == ofDay,
      fix.time.date == nil || fix.time.nanosecondsSince1970 == Int64(entry.time) * 1_000_000
    else { return complain("\(fix.time) \(fix.latitude) \(fix.longitude)", entry) }
    guard isWitness else { return }
    deliver(entry)
    if fix.time.date == nil { undated += 1 }
  }

  /// A location was delivered to a delegate, in order.
  ///
  /// - Parameters:
  ///   - time: milliseconds since 1970.
  ///   - mayRepeat: whether it may be the last one, with which updates begin when they are started again at once.
  mutating func check(time: Int, latitude: Double, longitude: Double, mayRepeat: Bool) {
    let entry = entries[slot(of: time)]
    if mayRepeat, time == newest, entry.isAt(latitude, longitude) { return }
    guard entry.time == time, entry.isAt(latitude, longitude) else {
      return complain("\(time) \(latitude) \(longitude)", entry)
    }
    deliver(entry)
  }

  private mutating func deliver(_ entry: Entry) {
    if entry.time <= newest { complain("\(entry.time) after \(newest)", entry) }
    newest = max(newest, entry.time)
    delivered += 1
    entries[slot(of: entry.time)].isOwed = false
  }

  private mutating func complain(_ what: String, _ entry: Entry) {
    wrong += 1
    if firstWrong == nil { firstWrong = "\(what), sent was \(entry)" }
  }
}
