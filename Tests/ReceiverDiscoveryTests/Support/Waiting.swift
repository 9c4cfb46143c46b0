// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import ReceiverDiscovery
import Testing

/// Returns the events that a monitor has ready.
func news(_ monitor: inout DeviceMonitor) -> [DeviceEvent] {
  var events: [DeviceEvent] = []
  while let event = monitor.next() { events.append(event) }
  return events
}

/// Waits on a monitor's descriptor for at least `count` events, and returns all that are ready.
func news(
  _ monitor: inout DeviceMonitor, atLeast count: Int,
  sourceLocation: SourceLocation = #_sourceLocation
) throws -> [DeviceEvent] {
  let listening = monitor.descriptor
  let descriptor = try #require(listening, sourceLocation: sourceLocation)
  var events = news(&monitor)
  while events.count < count {
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let result = poll(&ready, 1, 10_000)
    if result < 0, errno == EINTR { continue }
    try #require(result > 0, "only \(events)", sourceLocation: sourceLocation)
    events += news(&monitor)
  }
  return events
}

/// Returns the descriptors that this process has open.
func openDescriptors() -> Set<Int> {
  guard let stream = opendir("/proc/self/fd") else { return [] }
  defer { closedir(stream) }
  var numbers: Set<Int> = []
  while let entry = readdir(stream) {
    let name = withUnsafeBytes(of: &entry.pointee.d_name) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    if let number = Int(name) { numbers.insert(number) }
  }
  return numbers
}
