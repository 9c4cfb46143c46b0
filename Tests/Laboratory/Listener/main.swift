// Core Location for Linux. SPDX-License-Identifier: MIT
//
// A program that listens to a receiver, and records when it received each fix:
//
//     Listener PORT
//
// When its standard input ends, it prints a line for each fix and exits. A line contains the fix's time of day in
// milliseconds, and the time of arrival in nanoseconds on the monotonic clock.

import GNSS
import GNSSReceiver
import LinuxSystem
import NMEA0183

struct Arrival {
  let milliseconds: Int64
  let nanoseconds: Int64
}

guard CommandLine.arguments.count == 2 else { fatalError("usage: Listener PORT") }
let supervisor = try ReceiverSupervisor(try .init(CommandLine.arguments[1]))
let arrivals = Mutex<[Arrival]>([])
arrivals.withLock { $0.reserveCapacity(1 << 16) }
let observation = try supervisor.observe { events in
  for event in events {
    guard case .report(.fix(let fix)) = event.content else { continue }
    let now = monotonicNanoseconds()
    let arrival = Arrival(
      milliseconds: (fix.time?.time.nanosecondsOfDay ?? 0) / 1_000_000, nanoseconds: now)
    arrivals.withLock { $0.append(arrival) }
  }
}
while readLine() != nil {}
withExtendedLifetime(observation) {}
for arrival in arrivals.withLock({ $0 }) { print(arrival.milliseconds, arrival.nanoseconds) }
