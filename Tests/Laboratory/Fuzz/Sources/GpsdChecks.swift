// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import LocationJSON
import LocationProtocols

private func requests(_ pieces: [ArraySlice<UInt8>]) -> [GpsdRequest] {
  var framer = RequestFramer()
  var requests: [GpsdRequest] = []
  for piece in pieces {
    framer.push(piece)
    while let request = framer.next() { requests.append(request) }
  }
  return requests
}

/// Checks that bytes give the same requests however they are cut, and none that is too long.
func checkRequests(_ input: [UInt8]) -> Bool {
  guard let (whole, cut) = cuttings(input) else { return false }
  let read = requests(whole)
  precondition(read == requests(cut), "a cut changes the requests")
  precondition(read == requests(crumbs(input.dropFirst(2))), "crumbs change the requests")
  for case .unrecognized(let text) in read {
    // Invalid UTF-8 becomes a character of three bytes.
    precondition(text.utf8.count <= 3 * RequestFramer.longest, "a request is too long")
  }
  return !read.isEmpty
}

/// Checks that a report read from a line is written as one harmless line that can be read as a report again, and that its fixes, or
/// that of a message of the service, are possible.
func checkReports(_ input: [UInt8]) -> Bool {
  var isAny = false
  for line in input.split(separator: 0x0A) {
    if case .report(let event, device: _)? = ServiceMessage(line: line), case .fix(let fix) = event
    {
      check(fix)
    }
    guard let report = GpsdReport(line: line) else { continue }
    if case .tpv(let tpv) = report, let fix = tpv.fix { check(fix) }
    if case .sky(let sky) = report { _ = SKY(sky.satellitesInView, for: nil, device: nil) }
    isAny = true
    var written: [UInt8] = []
    report.append(to: &written)
    precondition(written.suffix(2) == [0x0D, 0x0A], "no end of a line")
    let rest = written.dropLast(2)
    precondition(rest.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "more than a line")
    // Escaping makes a line longer.
    if rest.count <= GpsdReport.longestLine {
      precondition(GpsdReport(line: rest) != nil, "what is written is not read")
    }
  }
  return isAny
}
