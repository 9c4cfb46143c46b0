// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Whether the machine's clock is set by the receiver.

import GNSSReceiver
import LocationFormats

extension Examination {
  /// Findings on the programs that set the clock; none where nobody has asked for that.
  var timeFindings: [Finding] {
    if let time = service?.exchange?.time { return time.sockets.map { finding(of: $0, time) } }
    guard !machine.rivals.contains(.gpsd) else { return [] }
    return machine.time.sockets.map { path in
      Finding(
        .warning, .time, at: path,
        "chronyd waits there for the time, and the location service does not send it",
        why:
          "Unless another program does, start the service with this option; docs/time.md has the unit for it.",
        commands: ["gps serve --time-socket \(shellWord(path))"])
    }
  }

  private func finding(of socket: TimeReport.Socket, _ time: TimeReport) -> Finding {
    switch socket.state {
    case "connected":
      let offset =
        time.offset.map { ", \(String($0, decimals: 3)) s off the machine's clock" } ?? ""
      return Finding(
        .good, .time, at: socket.path, "chronyd listens; \(time.samples) samples were sent\(offset)"
      )
    case "refused":
      return Finding(
        .problem, .time, at: socket.path, "the location service may not send the time there",
        why: socket.explanation)
    default:
      return Finding(
        .problem, .time, at: socket.path, "no program listens there for the time",
        why: "Add \"refclock SOCK \(socket.path) refid GPS\" to chrony.conf, and restart chronyd.",
        commands: ["sudo systemctl restart chrony"])
    }
  }
}
