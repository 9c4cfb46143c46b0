// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import gps

@Suite struct TimeFindingTests {
  @Test func findsTheSocketsOfChronyd() throws {
    let made = try MadeUpTree([
      "/etc/chrony/chrony.conf":
        "# refclock SOCK /no\npool example.org\nrefclock PPS /dev/pps0 lock GPS\n",
      "/etc/chrony/conf.d/gps.conf": "refclock  SOCK /run/chrony.gps.sock:perm=0770 refid GPS\n",
      "/etc/chrony/conf.d/readme": "refclock SOCK /no refid GPS\n",
    ])
    #expect(made.machine.timeSockets == ["/run/chrony.gps.sock"])
    let findings = Diagnosis(
      machine: made.machine, account: Account(user: 1000, groups: [1000]), ports: []
    ).timeFindings
    #expect(findings.map(\.severity) == [.warning])
    #expect(findings.first?.commands == ["gps serve --time-socket /run/chrony.gps.sock"])
  }
}
