// Core Location for Linux. SPDX-License-Identifier: MIT

import GNSS
import ReceiverRecording
import Testing

@Suite struct WarningEpisodesTests {
  private func fix(_ second: Int, _ warnings: FixWarning...) -> Fix {
    var fix = Fix(
      time: FixTime(nanosecondsSince1970: Int64(1_750_000_000 + second) * 1_000_000_000),
      latitude: 51, longitude: 0)
    for warning in warnings { fix.warnings.insert(FixWarnings(warning)) }
    return fix
  }

  @Test func tellsEachEpisodeApart() {
    var episodes = WarningEpisodes()
    episodes.add(fix(0))
    for second in 1...3 { episodes.add(fix(second, .frozen)) }
    for second in 4...5 { episodes.add(fix(second, .frozen, .positionJump)) }
    episodes.add(fix(6))
    episodes.add(fix(7, .frozen))
    #expect(episodes.count == 3)
    #expect(episodes.episodes.map(\.warning) == [.frozen, .positionJump, .frozen])
    #expect(episodes.episodes.map(\.fixCount) == [5, 2, 1])
    #expect(episodes.episodes.map(\.seconds) == [4, 1, 0])
  }

  @Test func keepsALimitedNumber() {
    var episodes = WarningEpisodes()
    for second in 0..<300 {
      episodes.add(second % 2 == 0 ? fix(second) : fix(second, .clockJump))
    }
    #expect(episodes.count == 150 && episodes.episodes.count == 100)
    #expect(episodes.episodes.allSatisfy { $0.fixCount == 1 })
  }
}
