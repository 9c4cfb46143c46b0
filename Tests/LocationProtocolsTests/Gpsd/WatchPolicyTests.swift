// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationProtocols
import Testing

/// What a connection subscribes to by its requests, as observed in answers of gpsd 3.22.
@Suite struct WatchPolicyTests {
  private static func policy(_ requests: String...) -> WatchPolicy {
    var (framer, policy) = (RequestFramer(), WatchPolicy())
    for request in requests { framer.push("?WATCH=\(request);\n".utf8) }
    while let request = framer.next() {
      if case .watch(let change?) = request { policy.apply(change) }
    }
    return policy
  }

  @Test func streamsNothingUntilSomethingIsAskedFor() {
    let policy = Self.policy("{\"enable\":true}")
    #expect(policy.enable)
    #expect(!policy.wantsReports(of: "/dev/ttyS0"))
    #expect(!policy.wantsSentences(of: "/dev/ttyS0"))
  }

  @Test func enablesUnlessToldOtherwise() {
    #expect(Self.policy("{\"json\":true}").wantsReports(of: "/dev/ttyS0"))
    #expect(!Self.policy("{\"json\":true}", "{\"enable\":false}").wantsReports(of: "/dev/ttyS0"))
  }

  @Test func keepsFormatsAndForgetsTheRest() {
    let policy = Self.policy(
      "{\"json\":true,\"raw\":2,\"pps\":true,\"device\":\"/dev/ttyS0\"}",
      "{\"nmea\":true}")
    #expect(policy.json)
    #expect(policy.nmea)
    #expect(policy.raw == 2)
    #expect(!policy.pps)
    #expect(policy.device == nil)
  }

  @Test func hearsOneDeviceOnly() {
    let policy = Self.policy("{\"json\":true,\"nmea\":true,\"device\":\"/dev/ttyS0\"}")
    #expect(policy.wantsReports(of: "/dev/ttyS0"))
    #expect(policy.wantsSentences(of: "/dev/ttyS0"))
    #expect(!policy.wantsReports(of: "/dev/ttyS1"))
    #expect(!policy.wantsSentences(of: "/dev/ttyS1"))
  }

  @Test(arguments: [("-1", 0), ("7", 2), ("1e300", 0), ("1.5", 0)])
  func boundsTheLevelOfRawData(sent: String, raw: Int) {
    #expect(Self.policy("{\"raw\":\(sent)}").raw == raw)
  }

  @Test func theRequestNamesTheDevice() {
    #expect(
      String(decoding: WatchChange.reports(of: "/dev/\"x"), as: UTF8.self)
        == "?WATCH={\"enable\":true,\"json\":true,\"device\":\"/dev/\\\"x\"};\r\n")
  }
}
