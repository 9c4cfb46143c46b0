// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSSReceiver
import Testing

/// The text that Prometheus reads.
@Suite struct MetricsTextTests {
  private func text(_ body: (inout MetricsText) -> Void) -> String {
    var text = MetricsText(version: "1.2")
    body(&text)
    return String(decoding: text.bytes, as: UTF8.self)
  }

  @Test func beginsWithTheVersion() {
    #expect(
      text { _ in } == """
        # HELP gps_build_info The version of gps.
        # TYPE gps_build_info gauge
        gps_build_info{version="1.2"} 1

        """)
  }

  @Test func leavesOutWhatIsUnknown() {
    let text = text {
      $0.gauge("a", "Nothing.", .init(nil as Double?))
      $0.counter(
        "b_total", "Something.",
        each: [.init(nil as Int?, [("c", "1")]), .init(7, [("c", "2")])])
    }
    #expect(!text.contains("a "))
    #expect(
      text.hasSuffix("# HELP b_total Something.\n# TYPE b_total counter\nb_total{c=\"2\"} 7\n"))
  }

  @Test(
    arguments: [
      (0.0, "0"), (-1.5, "-1.5"), (1_750_000_000.25, "1750000000.25"), (2.0 / 3, "0.666667"),
    ])
  func writesNumbers(_ value: Double, _ expected: String) {
    #expect(text { $0.gauge("a", "A.", .init(value)) }.hasSuffix("\na \(expected)\n"))
  }

  @Test func textOfOthersCannotEndALabelOrALine() {
    let text = text { $0.gauge("a", "A.", .init(1, [("device", "x\"} 2\nb 3\\\u{1B}[2J")])) }
    #expect(text.hasSuffix(#"a{device="x\"} 2\nb 3\\?[2J"} 1"# + "\n"))
  }
}
