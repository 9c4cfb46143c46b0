// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import Testing

@testable import ReceiverDiscovery

@Suite struct DeviceLinksTests {
  @Test func findsWhatLeadsToADevice() {
    let folder = "/tmp/device-links-\(getpid())"
    mkdir(folder, 0o700)
    let names = ["gps0", "a", "chain", "other", "broken"]
    let targets = ["/dev/null", "/dev/null", folder + "/gps0", "/dev/zero", "/dev/missing"]
    for (name, target) in zip(names, targets) { symlink(target, "\(folder)/\(name)") }
    defer {
      for name in names { unlink("\(folder)/\(name)") }
      rmdir(folder)
    }
    let links = DeviceLinks(in: [folder + "/missing", folder])
    #expect(links.of("/dev/null") == ["a", "chain", "gps0"].map { "\(folder)/\($0)" })
    #expect(links.of("/dev/missing") == [])
    #expect(links.of("/tmp") == [])
  }
}
