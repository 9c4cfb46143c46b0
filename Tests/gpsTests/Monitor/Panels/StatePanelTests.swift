// Core Location for Linux. SPDX-License-Identifier: MIT

import GPSTool
import LocationProtocols
import Testing

@testable import GNSS
@testable import GNSSReceiver
@testable import gps

@Suite struct StatePanelTests {
  private static func lines(_ scene: MonitorScene, width: Int = 80) -> [String] {
    StatePanel.draw(scene, width: width, height: 2).lines
  }

  private static func scene(_ event: ReceiverEvent.Content, waited: Int = 31) -> MonitorScene {
    var state = MonitorState(since: .zero)
    state.received(event, at: .seconds(1))
    return MonitorScene(state: state, now: .seconds(waited))
  }

  @Test func saysWhatThereIs() throws {
    #expect(
      Self.lines(try SampleScene.withFix())
        == [" fix  2 s old  /dev/ttyUSB0  9600 baud  1 Hz", " u-blox 8"])
  }

  @Test(
    arguments: [
      (80, " fix  2 s old  /dev/ttyUSB0  9600 baud  1 Hz  3 other listeners"),
      (60, " fix  2 s old  /dev/ttyUSB0  9600 baud  1 Hz"),
      (40, " fix  2 s old  /dev/ttyUSB0  1 Hz"), (32, " fix  2 s old  /dev/ttyUSB0"),
      (14, " fix  2 s old"),
    ] as [(Int, String)])
  func leavesOutTheLeastImportant(width: Int, line: String) throws {
    var scene = try SampleScene.withFix()
    scene.state.clients = 3
    #expect(Self.lines(scene, width: width).first == line)
  }

  @Test(
    arguments: [
      ("no receiver", nil, " no receiver  for 31 s", "no receiver is plugged in"),
      (
        "silent", .silent(since: .zero), " silent  for 31 s  /dev/ttyUSB0  9600 baud",
        "check its cable and power"
      ),
      (
        "no fix", .waitingForFix(satellitesInView: 7, since: .zero),
        " no fix yet  for 31 s  /dev/ttyUSB0  9600 baud", "7 satellites in view"
      ),
      ("unplugged", .unplugged, " unplugged  for 31 s  /dev/ttyUSB0", "plug it in again"),
      (
        "binary", .notAReceiver(.binary("UBX")), " not a receiver  for 31 s  /dev/ttyUSB0",
        "sends UBX"
      ),
    ] as [(String, ReceiverState?, String, String)])
  func saysWhyThereIsNoFix(reason: String, state: ReceiverState?, line: String, why: String) {
    let event = state.map { SampleScene.status($0) } ?? .status(ReceiverStatus())
    let lines = Self.lines(Self.scene(event))
    #expect(lines[0].hasPrefix(line), "\(reason)")
    #expect(lines[1].contains(why), "\(reason)")
  }

  @Test func saysWhatTheServiceSays() {
    let lines = Self.lines(Self.scene(SampleScene.relayed(.waitingForFix)))
    #expect(lines[0] == " no fix yet  for 31 s  /dev/ttyACM0 by the service  9600 baud")
    #expect(lines[1] == " the service's own words")
  }

  @Test func namesOfStrangersAreHarmless() {
    let candidate = Source(
      identity: "x", kind: SerialSource("/dev/\u{1B}[2J"), model: "\u{1B}]0;x\u{7}日本")
    let lines = Self.lines(Self.scene(SampleScene.status(.fix, candidate)))
    #expect(lines[0].contains("/dev/\\u{1b}[2J"))
    #expect(lines[1] == " \\u{1b}]0;x\\u{7}日本")
  }

  @Test(arguments: [(20, 3), (30, 8), (40, 12), (80, 24), (120, 40)])
  func aWarningIsSeenAtEverySize(width: Int, height: Int) throws {
    var scene = try SampleScene.withFix()
    var fix = try SampleScene.fix(30)
    fix.warnings = FixWarnings(.positionJump)
    scene.state.received(.report(.fix(fix)), at: .seconds(160))
    for panel in [nil] + MonitorPanel.allCases {
      scene.settings.panel = panel
      let text = scene.screen(width: width, height: height).lines.joined(separator: "\n")
      #expect(text.contains("fix, warning"), "\(text)")
      if width >= 40 {
        #expect(text.contains("do not trust the position"), "\(text)")
      }
    }
    #expect(StatePanel.color(scene.state) == .red)
  }

  @Test func receiversThatContradictEachOtherAreSeenForFiveMinutes() throws {
    var scene = try SampleScene.withFix()
    scene.state.received(
      .notice(.disagreement("/dev/ttyUSB0", "/dev/ttyACM0", meters: 2006)), at: .seconds(161))
    let words = "1 min 00 s ago: /dev/ttyUSB0 and /dev/ttyACM0 are 2006 m apart"
    scene.now = .seconds(221)
    #expect(StatePanel.draw(scene, width: 90, height: 4).lines[2].contains(words))
    scene.now = .seconds(461)
    #expect(StatePanel.draw(scene, width: 90, height: 4).lines[2].isEmpty)
  }

  @Test func aPauseIsToBeSeen() throws {
    var scene = try SampleScene.withFix()
    scene.settings.isPaused = true
    #expect(Self.lines(scene)[0].hasPrefix(" paused, fix  2 s old"))
  }
}
