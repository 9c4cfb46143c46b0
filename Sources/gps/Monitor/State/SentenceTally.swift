// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import NMEA0183

struct SentenceTally {
  /// The figures for sentences with one address, or frames of one kind.
  struct Entry: Hashable {
    var address: String
    var count = 0
    /// The number received in each of the last seconds, indexed by the number of the second modulo ``window``.
    fileprivate var recent = [Int](repeating: 0, count: window)

    fileprivate init(_ address: String) { self.address = address }
  }

  /// The number of seconds that are counted separately, including the current one.
  static let window = 10
  static let mostTexts = 100
  /// The most addresses that are counted: noise with a valid checksum could produce any number of them.
  private static let mostEntries = 500

  private(set) var count = 0
  /// The last sentences as received, oldest first.
  private(set) var texts: [String] = []
  var defects: Defects { reader.defects }
  /// Magnetic variation, degrees, east positive, as RMC or HDG last reported it; `nil` if neither has.
  private(set) var variation: Double?

  private var reader = LineReader()
  private var table: [String: Entry] = [:]
  private var second: Int64 = 0
  private var start: Duration?

  mutating func received(_ bytes: [UInt8], at now: Duration) {
    advance(to: now)
    if start == nil { start = now }
    var offset = 0
    while offset < bytes.count {
      offset += reader.push(bytes.span.bytes.extracting(offset..<bytes.count))
      while let part = reader.next() { received(part) }
    }
  }

  private mutating func received(_ part: LineReader.Part) {
    switch part {
    case .sentence(let sentence):
      received(sentence.address.description, reader.sentences.text(of: sentence))
      switch reader.sentences.message(of: sentence) {
      case .rmc(let message): variation = message.magneticVariation ?? variation
      case .hdg(let message): variation = message.magneticVariation ?? variation
      default: break
      }
    case .frame(let frame):
      received(frame.name, "\(frame.name), \(frame.ubx?.payload.count ?? frame.bytes.count) bytes")
    }
  }

  private mutating func received(_ name: String, _ text: String) {
    count += 1
    if texts.count == Self.mostTexts { texts.removeFirst() }
    texts.append(text)
    guard table[name] != nil || table.count < Self.mostEntries else { return }
    table[name, default: Entry(name)].count += 1
    table[name]?.recent[Int(second % Int64(Self.window))] += 1
  }

  var entries: [Entry] { table.values.sorted { $0.address < $1.address } }

  /// Returns the sentences per second with an address, over up to nine whole seconds; `nil` in the first two.
  func rate(of entry: Entry, at now: Duration) -> Double? {
    guard let start else { return nil }
    let last = now.components.seconds
    let whole = min(Int64(Self.window - 1), last - start.components.seconds - 1)
    guard whole > 0 else { return nil }
    let counted = (1...whole).reduce(0) { sum, age in
      let number = last - age
      // No sentence arrived in the seconds after the last byte.
      guard number >= 0, number <= second, second - number < Self.window else { return sum }
      return sum + entry.recent[Int(number % Int64(Self.window))]
    }
    return Double(counted) / Double(whole)
  }

  private mutating func advance(to now: Duration) {
    let next = now.components.seconds
    guard next > second else { return }
    let passed = min(next - second, Int64(Self.window))
    for age in 0..<passed {
      let slot = Int((next - age) % Int64(Self.window))
      for address in table.keys { table[address]?.recent[slot] = 0 }
    }
    second = next
  }
}
