// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import TestSupport
import Testing

@testable import ReceiverDiscovery

@Suite struct DeviceLinksTests {
  @Test func findsWhatLeadsToADevice() throws {
    let scratch = try ScratchFolder()
    let folder = scratch.path
    let names = ["gps0", "a", "chain", "other", "broken"]
    let targets = ["/dev/null", "/dev/null", folder + "/gps0", "/dev/zero", "/dev/missing"]
    for (name, target) in zip(names, targets) { symlink(target, "\(folder)/\(name)") }
    let links = DeviceLinks(in: [folder + "/missing", folder])
    #expect(links.of("/dev/null") == ["a", "chain", "gps0"].map { "\(folder)/\($0)" })
    #expect(links.of("/dev/missing") == [])
    #expect(links.of("/tmp") == [])
  }
}
