// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationJSON

/// The members of the page's state that are reported as a whole whenever they have changed.
struct WatchMembers {
  /// The members as JSON; `nil` for those that do not exist now.
  struct Documents {
    var anchor: [UInt8]?
    var mob: [UInt8]?
    var alerts: [UInt8]
    var receivers: [UInt8]
    var events: [UInt8]

    /// All members, with `null` for those that do not exist.
    var all: [(StaticString, [UInt8])] {
      let null = Array("null".utf8)
      return [
        ("anchor", anchor ?? null), ("mob", mob ?? null), ("alerts", alerts),
        ("receivers", receivers), ("events", events),
      ]
    }

    var present: [(StaticString, [UInt8])] {
      all.filter { $0.1 != Array("null".utf8) }
    }
  }

  /// What was reported last; at first, what browsers take for granted.
  private var known = Documents(
    anchor: nil, mob: nil, alerts: none, receivers: none, events: none
  ).all.map(\.1)
  private static let none = Array("[]".utf8)
  /// When the receivers were last reported, since their ages change all the time; `nil` if they are to be reported at once.
  private var lastReceivers: Duration?

  /// How often receivers are reported at most.
  private static let period: Duration = .milliseconds(900)

  /// Records that more has changed than figures.
  mutating func receiversHaveChanged() { lastReceivers = nil }

  /// Returns the members that differ from those of the last call.
  mutating func changed(_ documents: Documents, at now: Duration) -> [(StaticString, [UInt8])] {
    let all = documents.all
    var changed: [(StaticString, [UInt8])] = []
    for (index, member) in all.enumerated() where member.1 != known[index] {
      if "\(member.0)" == "receivers" {
        if let lastReceivers, now - lastReceivers < Self.period { continue }
        lastReceivers = now
      }
      known[index] = member.1
      changed.append(member)
    }
    return changed
  }
}

extension [UInt8] {
  /// Appends an array of objects, whose members `set` sets.
  mutating func append<Member>(
    array elements: some Sequence<Member>, _ set: (Member, inout JSONObject) -> Void
  ) {
    append(UInt8(ascii: "["))
    for (index, element) in elements.enumerated() {
      if index > 0 { append(UInt8(ascii: ",")) }
      append(object: { set(element, &$0) })
    }
    append(UInt8(ascii: "]"))
  }
}
