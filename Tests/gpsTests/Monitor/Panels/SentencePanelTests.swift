// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationProtocols
import Testing

@testable import GNSS
@testable import GNSSReceiver
@testable import gps

@Suite struct SentencePanelTests {
  @Test func sentences() throws {
    var scene = try SampleScene.withFix()
    for second in 0..<10 {
      let now = Duration.seconds(150 + second)
      for text in ["$GPGLL,,,,,,V,N*64\r\n", "$GPTXT,01,01,02,hi*4C\r\n"] {
        scene.state.received(.bytes(ReceivedBytes(bytes: Array(text.utf8), time: 0)), at: now)
      }
    }
    scene.state.received(
      .bytes(ReceivedBytes(bytes: Array("$GPGLL,,,,,,V,N*00\r\n".utf8), time: 0)), at: .seconds(160)
    )
    expectPicture(
      SentencePanel.draw(scene, width: 40, height: 8),
      """
      6 sentences ────────────────────────────
      20 in total
      wrong checksums 1, other errors 0
      last byte to fix 1.0 ms, at most 1.0 ms
      GPGLL              10  0.9 per second
      GPTXT              10  0.9 per second


      """)
    scene.settings.showsRaw = true
    expectPicture(
      SentencePanel.draw(scene, width: 20, height: 6),
      """
      6 sentences ────────
      20 in total
      wrong checksums 1, …
      last byte to fix 1.…
      $GPGLL,,,,,,V,N*64
      $GPTXT,01,01,02,hi*…
      """)
  }

  @Test func explainsSentencesReadByAnotherProgram() throws {
    var scene = try SampleScene.withFix()
    scene.state.received(SampleScene.relayed(.fix), at: .seconds(161))
    expectPicture(
      SentencePanel.draw(scene, width: 40, height: 6),
      """
      6 sentences ────────────────────────────
      The location service reads the receiver
      and passes on positions, not sentences,
      so their number, checksums and delays
      are unknown here.

      """)
  }
}
