// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LinuxSystem
import NMEA0183
import ReceiverSimulator

/// What was sent in the last minutes of the receiver's time, and whether it arrived unchanged.
struct SoakTruth {
  private struct Entry {
    /// Milliseconds since 1970; −1 if nothing was sent yet.
    var time = -1
    /// `nil` without a fix.
    var position: SimulatedPosition?
    /// Whether the witness must receive it.
    var isOwed = false

    func isAt(_ latitude: Double, _ longitude: Double) -> Bool {
      guard let position else { return false }
      return abs(latitude - position.latitude) < 1e-7
        // A longitude just west of 180 degrees may be rounded to the other side.
        && abs(abs(longitude - position.longitude) - 180) > 180 - 1e-7
    }
  }

  /// The number of fixes that are not what was sent, in time or position, or not newer than the one before.
  private(set) var wrong = 0
  /// A description of the first of them.
  private(set) var firstWrong: String?
  /// The number of fixes delivered to the witness, or of locations delivered to the delegate.
  private(set) var delivered = 0
  /// The number of positions that were sent whole and in calm, each of which must be delivered.
  private(set) var owed = 0
  /// The number of these that were never delivered.
  private(set) var lost = 0
  /// The number of fixes delivered without a date.
  private(set) var undated = 0
  /// The time of the newest fix that was delivered, in milliseconds since 1970; −1 if there is none.
  private(set) var newest = -1

  /// Room for at least six minutes at ten epochs per second; a power of two.
  private var entries = [Entry](repeating: Entry(), count: 4096)

  private static let day = 86_400_000

  private func slot(of time: Int) -> Int { time % Self.day / 100 % entries.count }

  /// Records an epoch that was written.
  mutating func written(_ time: Int, _ position: SimulatedPosition?, isOwed: Bool) {
    let slot = slot(of: time)
    if entries[slot].isOwed { lost += 1 }
    if isOwed, position != nil { owed += 1 }
    entries[slot] = Entry(time: time, position: position, isOwed: isOwed && position != nil)
  }

  /// Cancels what is owed so far, because the line is about to be disturbed.
  mutating func forgive() {
    for index in entries.indices { entries[index].isOwed = false }
  }

  /// Counts all that is still owed as lost.
  mutating func close() {
    lost += entries.count(where: \.isOwed)
    forgive()
  }

  /// Checks a fix that was delivered.
  ///
  /// - Parameter isWitness: whether it was delivered to the witness, which must receive every fix, in order.
  mutating func check(_ fix: Fix, isWitness: Bool) {
    let ofDay = Int((fix.time?.time.nanosecondsOfDay ?? 0) / 1_000_000)
    let entry = entries[slot(of: ofDay)]
    guard entry.isAt(fix.latitude, fix.longitude), entry.time % Self.day == ofDay,
      fix.time?.date == nil || fix.time?.nanosecondsSince1970 == Int64(entry.time) * 1_000_000
    else {
      let clock = fix.time?.time.description ?? ""
      return complain("\(clock) \(fix.latitude) \(fix.longitude)", entry)
    }
    guard isWitness else { return }
    deliver(entry)
    if fix.time?.date == nil { undated += 1 }
  }

  /// Checks a location that was delivered to a delegate, in order.
  ///
  /// - Parameters:
  ///   - time: milliseconds since 1970.
  ///   - mayRepeat: whether it may be the last location again, which comes first if updates are restarted at once.
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
