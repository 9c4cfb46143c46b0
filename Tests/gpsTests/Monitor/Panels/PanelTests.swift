// Core Location for Linux. SPDX-License-Identifier: MIT

import ServiceProtocol
import Testing

@testable import GNSS
@testable import GNSSReceiver
@testable import gps

/// The panels as they are drawn, each from a state and into a size.
@Suite struct PanelTests {
  private func expect(
    _ screen: Screen, _ picture: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let drawn = screen.lines.joined(separator: "\n")
    #expect(drawn == picture, "\n\(drawn)\n", sourceLocation: sourceLocation)
  }

  @Test func position() throws {
    expect(
      PositionPanel.draw(try SampleScene.withFix(), width: 36, height: 12),
      """
      GOLDEN
      """)
  }

  @Test func positionInOtherUnits() throws {
    var scene = try SampleScene.withFix()
    (scene.settings.units, scene.settings.degrees) = (.imperial, .seconds)
    (scene.settings.north, scene.glyphs) = (.magnetic, .ascii)
    expect(
      PositionPanel.draw(scene, width: 50, height: 7),
      """
      GOLDEN
      """)
  }

  @Test func positionThatIsLost() throws {
    var scene = try SampleScene.withFix()
    scene.state.received(.fixLost(nil), at: .seconds(161))
    scene.now = .seconds(259)
    expect(
      PositionPanel.draw(scene, width: 36, height: 12),
      """
      GOLDEN
      """)
  }

  @Test func positionThatNeverWas() {
    let scene = MonitorScene(state: MonitorState(since: .zero), now: .zero)
    expect(
      PositionPanel.draw(scene, width: 36, height: 4),
      """
      GOLDEN
      """)
  }

  @Test func sky() throws {
    expect(
      SkyPanel.draw(try SampleScene.withFix(), width: 40, height: 21),
      """
      GOLDEN
      """)
  }

  @Test func skyWithoutBraille() throws {
    var scene = try SampleScene.withFix()
    scene.glyphs = .ascii
    expect(
      SkyPanel.draw(scene, width: 40, height: 17),
      """
      GOLDEN
      """)
  }

  @Test func signals() throws {
    expect(
      SignalPanel.draw(try SampleScene.withFix(), width: 40, height: 12),
      """
      GOLDEN
      """)
  }

  @Test func signalsByStrengthInTwoBanks() throws {
    var scene = try SampleScene.withFix()
    scene.settings.order = .size
    scene.glyphs = .ascii
    expect(
      SignalPanel.draw(scene, width: 15, height: 14),
      """
      GOLDEN
      """)
  }

  @Test func history() throws {
    expect(
      HistoryPanel.draw(try SampleScene.withFix(), width: 40, height: 13),
      """
      GOLDEN
      """)
  }

  @Test func scatter() throws {
    expect(
      ScatterPanel.draw(try SampleScene.withFix(), width: 40, height: 14),
      """
      GOLDEN
      """)
  }

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
    expect(
      SentencePanel.draw(scene, width: 40, height: 8),
      """
      GOLDEN
      """)
    scene.settings.showsRaw = true
    expect(
      SentencePanel.draw(scene, width: 20, height: 6),
      """
      GOLDEN
      """)
  }

  @Test func sentencesThatAnotherProgramReads() throws {
    var scene = try SampleScene.withFix()
    scene.state.received(SampleScene.relayed(.fix), at: .seconds(161))
    expect(
      SentencePanel.draw(scene, width: 40, height: 6),
      """
      GOLDEN
      """)
  }

  @Test func counts() throws {
    expect(
      CountPanel.draw(try SampleScene.withFix(), width: 30, height: 3),
      """
      GOLDEN
      """)
  }

  @Test func help() throws {
    expect(
      HelpPanel.draw(try SampleScene.withFix(), width: 44, height: 12),
      """
      GOLDEN
      """)
  }
}
