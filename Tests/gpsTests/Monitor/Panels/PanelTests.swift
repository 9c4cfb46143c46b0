// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationPage
import NMEA0183
import Testing

@testable import GNSS
@testable import GNSSReceiver
@testable import gps

/// The panels as they are drawn, each with a given state and size.
@Suite struct PanelTests {
  @Test func position() throws {
    expectPicture(
      PositionPanel.draw(try SampleScene.withFix(), width: 36, height: 12),
      """
      1 position ─────────────────────────
      latitude   47.5436931°N
      longitude  9.6833142°E
      accuracy   ±6 m, from GST
      altitude   396.0 m  ±6 m
      time       2025-06-15 12:00:29Z
      speed      3.7 km/h
      course     060° true
      fix        3D autonomous
      satellites 5 of 8 used
      DOP        H 1.0  V 1.6  P 1.9

      """)
  }

  @Test func positionWithCorrections() throws {
    var scene = try SampleScene.withFix()
    var fix = try SampleScene.fix(30)
    (fix.quality, fix.differentialAge, fix.differentialStation) = (.rtkFloat, 2, 4095)
    scene.state.received(ReceiverEvent(.report(.fix(fix)), at: .seconds(160)), at: .seconds(160))
    expectPicture(
      PositionPanel.draw(scene, width: 36, height: 12),
      """
      1 position ─────────────────────────
      latitude   47.5437000°N
      longitude  9.6833000°E
      accuracy   ±4 m, from GST
      altitude   396.0 m  ±6 m
      time       2025-06-15 12:00:30Z
      speed      3.7 km/h
      course     060° true
      fix        3D rtkFloat
      corrected  2 s old, from 4095
      satellites 5 of 8 used
      DOP        H 1.0  V 1.6  P 1.9
      """)
  }

  @Test func positionInOtherUnits() throws {
    var scene = try SampleScene.withFix()
    (scene.settings.units, scene.settings.degrees) = (.imperial, .seconds)
    (scene.settings.north, scene.glyphs) = (.magnetic, .ascii)
    expectPicture(
      PositionPanel.draw(scene, width: 50, height: 7),
      """
      1 position ---------------------------------------
      latitude   47 32'37.295"N
      longitude  9 40'59.931"E
      accuracy   +-20 ft, from GST
      altitude   1299.2 ft  +-20 ft
      speed      2.3 mph
      course     060 true, no variation reported
      """)
  }

  @Test func positionThatIsLost() throws {
    var scene = try SampleScene.withFix()
    scene.state.received(.report(.fixLost(nil)), at: .seconds(161))
    scene.now = .seconds(259)
    expectPicture(
      PositionPanel.draw(scene, width: 36, height: 12),
      """
      1 position ─────────────────────────
      last known 1 min 40 s ago
      latitude   47.5436931°N
      longitude  9.6833142°E
      accuracy   ±6 m, from GST
      altitude   396.0 m  ±6 m
      time       2025-06-15 12:00:29Z
      satellites 8 in view




      """)
  }

  @Test func positionThatNeverWas() {
    let scene = MonitorScene(state: MonitorState(since: .zero), now: .zero)
    expectPicture(
      PositionPanel.draw(scene, width: 36, height: 4),
      """
      1 position ─────────────────────────
      position   none yet


      """)
  }

  @Test func sky() throws {
    expectPicture(
      SkyPanel.draw(try SampleScene.withFix(), width: 40, height: 21),
      """
      2 sky ──────────────────────────────────
                   ⢀⣀⣠⠤⠤⠤N⠤⠤⠤⠤⣄⣀⡀
               ⢀⣠⠔⠊⠉        ⡔⢢G30⠑⠢⣄⡀
             ⡠⠔⠉            ⠈⠁      ⠉⠢⢄
           ⣠⠞         ⣀⣠⠤⠤⠤⠤⣄⣀         ⠳⣄
         ⢀⡜⠁      ⣠⠴⠊⠉        ⠉⠑⠦⣄ ⢀⠤⡀E26⢣⡀
        ⢀⠎   ⢾⡷G7⠊⠁              ⠈⠑⢈⠒⠁    ⠱⡀
        ⡞     ⢀⡞⠁       ⣀⣀⣀⣀       ⠈⢳⡀     ⢳
       ⡸      ⡎      ⡠⠞⠉    ⠉⠳⢄      ⢱      ⢇
       ⡇     ⣸      ⡜          ⢣      ⣇     ⢸
      W⡇     ⠃⣀    ⢸            ⡇  ⠰⣿⠆G5    E
       ⡇     ⠘⠿⠃R2 ⢸        ⠰⣿⠆E1     ⢸     ⢸
       ⡇     ⢹      ⢣          ⡜      ⡏     ⢸
       ⢱      ⢇      ⠑⢦⣀  ⣀ ⣀⡴⠊      ⡸      ⡎
        ⢧     ⠈⢧⡀       ⠉⠘⠿⠃G13    ⢀⡼⠁     ⡼
        ⠈⢆      ⠑⢄⡀              ⢀⡠⠊      ⡰⠁
         ⠈⢣⡀      ⠙⠲⢄⣀        ⣀⡠⠖⠋      ⢀⡜⠁
           ⠙⢦⢀⠤⡀R12   ⠉⠙⠒⠒⠒⠒⠋⠉         ⡴⠋
             ⠈⠒⣁                    ⣀⠔⠊
               ⠈⠙⠢⢄⣀     S      ⣀⡠⠔⠋⠁
                   ⠈⠉⠙⠒⠒⠒⠒⠖⠒⠒⠒⠋⠉⠁
      """)
  }

  @Test func skyWithoutBraille() throws {
    var scene = try SampleScene.withFix()
    scene.glyphs = .ascii
    expectPicture(
      SkyPanel.draw(scene, width: 40, height: 17),
      """
      2 sky ----------------------------------
                    .....N......
                 +...       + G30.+
              .+.                  .+.
             ++     +..........+  + E26
            +.  # G7            ..    .+
           +.   .+     +....+     +.   .+
           *    +    +.      .+    +    *
          W+    +    +        +   #+G5  E
           +    # R2 +      # E1   +.   +
           *    +    +.      .+    +    *
           +.   .+     +..#.G13   +.   .+
            +.    ..            ..    .+
             ++     +..........+     ++
              .++ R12    .         .+.
                 +...    S     ...+
                    ......+.....
      """)
  }

  @Test func signals() throws {
    expectPicture(
      SignalPanel.draw(try SampleScene.withFix(), width: 40, height: 12),
      """
      3 signals, C/N0 in dB-Hz ───────────────
      best four 43  GPS 3/4  GLO 1/2  GAL 1/2
      45                ▄▄
      ██ 41 38          ██
      ██ ██ ▄▄    33    ██
      ██ ██ ██    ▄▄    ██ 28
      ██ ██ ██    ██ 22 ██ ░░
      ██ ██ ██    ██ ░░ ██ ░░
      ██ ██ ██    ██ ░░ ██ ░░
      ██ ██ ██    ██ ░░ ██ ░░
       5  7 13 30  2 12  1 26
      GPS         GLO   GAL
      """)
  }

  @Test func signalsByStrengthInTwoBanks() throws {
    var scene = try SampleScene.withFix()
    scene.settings.order = .size
    scene.glyphs = .ascii
    expectPicture(
      SignalPanel.draw(scene, width: 15, height: 14),
      """
      3 signals, C/N.
      best four 43
      ** **
      ## ## ## ## **
      ## ## ## ## ##
      ## ## ## ## ##
       1  5  7 13  2
      E  GPS      R


      ..
      .. ..
      26 12 30
      E  R  G
      """)
  }

  @Test func history() throws {
    expectPicture(
      HistoryPanel.draw(try SampleScene.withFix(), width: 40, height: 13),
      """
      4 last 5 minutes ───────────────────────
      accuracy
         ±6 m                             ⠈⠉⠉⠉



            0
      satellites used
            5                             ⠈⠉⠉⠉



            0
      """)
  }

  @Test func scatter() throws {
    expectPicture(
      ScatterPanel.draw(try SampleScene.withFix(), width: 40, height: 14),
      """
      5 scatter ──────────────────────────────
      30 fixes, 50 % in 1.1 m, 95 % in 2.0 m
                       ⣀⣀⣀⣀⣀⣀
                   ⣀⡤⠒⠉⠁    ⠈⠉⠒⢤⣀
                 ⢀⠜⠁            ⠈⠣⡀
                ⣠⠃    ⡠⠔⠒⠉⠉⠒⠢⢄  ⡀⢀⠘⣄
               ⢀⠇   ⢀⠞  ⡀⢀ ⠄⠂⠐⠳⡁   ⠸⡀
               ⢸⡀⢀⠠ ⡞⠐⠈        ⢳    ⡇
               ⢸⠈ ⠁⠐⢣ ⠄⢀       ⡜    ⡇
               ⠈⡆   ⠈⢆⡀ ⠈ ⠁⠐ ⢄⡴x   ⢰⠁
                ⠙⡄    ⠙⠢⠤⣀⣀⠤⠔⠋   ⠁⢡⠛
                 ⠈⢢⡀            ⢀⡔⠁
                   ⠉⠓⠤⣀⡀    ⢀⣀⠤⠚⠉
                       ⠉⠉⠉⠉⠉⠉
      """)
  }

  @Test func counts() throws {
    expectPicture(
      CountPanel.draw(try SampleScene.withFix(), width: 30, height: 3),
      """
      C/N0 43 dB-Hz  GPS 3/4
      GLO 1/2  GAL 1/2

      """)
  }

  @Test func help() throws {
    expectPicture(
      HelpPanel.draw(try SampleScene.withFix(), width: 44, height: 12),
      """
      keys ───────────────────────────────────────
      q         quit; so does Ctrl-C
      1-6, Tab  one panel, or the next; 0: all
      u, m n i  units: metric, nautical, imperial
      d         degrees, minutes or seconds
      t         true or magnetic north
      s         sort by name or by size
      r         show sentences as received
      c         clear the history
      space     pause; counting continues
      Ctrl-L    redraw the screen
      Ctrl-Z    suspend; fg resumes
      """)
  }
}
