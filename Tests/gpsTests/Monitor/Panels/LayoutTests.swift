// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import GNSS
@testable import gps

/// Whole pictures, at common sizes of terminals.
@Suite struct LayoutTests {
  @Test(arguments: [
    (120, 40, all), (80, 24, most), (70, 20, some), (40, 12, figures), (20, 5, line),
  ])
  func layouts(width: Int, height: Int, picture: String) throws {
    expectPicture(try SampleScene.withFix().screen(width: width, height: height), picture)
  }

  /// Any size, state and panel results in a picture of that size, and never in a crash.
  @Test func fitsEverySize() throws {
    let fix = try SampleScene.withFix()
    let nothing = MonitorScene(state: MonitorState(since: .zero), now: .seconds(1))
    for scene in [fix, nothing] {
      for panel in [nil] + MonitorPanel.allCases {
        for showsHelp in [false, true] where !showsHelp || panel == nil {
          var scene = scene
          (scene.settings.panel, scene.settings.showsHelp) = (panel, showsHelp)
          for height in 0...45 {
            for width in stride(from: height % 29, through: 140, by: 29) {
              let screen = scene.screen(width: width, height: height)
              #expect(screen.width == width && screen.height == height)
            }
          }
        }
      }
    }
  }

  private static let all = """
     fix  2 s old  /dev/ttyUSB0  9600 baud  1 Hz
     u-blox 8
    1 position ──────────────────────────── 3 signals, C/N0 in dB-Hz ────────────── 4 last 5 minutes ───────────────────────
    latitude   47.5436931°N                 best four 43  GPS 3/4  GLO 1/2  GAL 1/2 accuracy
    longitude  9.6833142°E                  45                47                       ±6 m                             ⠈⠉⠉⠉
    accuracy   ±6 m, from GST               ▄▄                ██
    altitude   396.0 m  ±6 m                ██ 41             ██
    time       2025-06-15 12:00:29Z         ██ ██ 38          ██
    speed      3.7 km/h                     ██ ██ ██          ██
    course     060° true                    ██ ██ ██    33    ██
    fix        3D autonomous                ██ ██ ██    ██    ██ 28                       0
    satellites 5 of 8 used                  ██ ██ ██    ██    ██ ░░                 satellites used
    DOP        H 1.0  V 1.6  P 1.9          ██ ██ ██    ██    ██ ░░                       5                             ⠈⠉⠉⠉
                                            ██ ██ ██    ██ 22 ██ ░░
                                            ██ ██ ██    ██ ░░ ██ ░░
                                            ██ ██ ██    ██ ░░ ██ ░░
    2 sky ───────────────────────────────── ██ ██ ██    ██ ░░ ██ ░░
                                            ██ ██ ██    ██ ░░ ██ ░░
                   ⣀⣀⣀⣀N⣀⣀⣀⣀                 5  7 13 30  2 12  1 26
              ⣀⠤⠒⠊⠉⠁     ⢀⠤⡈G30⠤⣀           GPS         GLO   GAL                         0
           ⢀⠴⠋⠁          ⠈⠒⠁    ⠈⠙⠦⡀        5 scatter ───────────────────────────── 6 sentences ────────────────────────────
         ⢀⠔⠁        ⢀⣀⣀⣀⣀⣀⡀        ⠈⠢⡀      30 fixes, 50 % in 1.1 m, 95 % in 2.0 m  0 in total
       ⢀⡴⠁      ⣀⠴⠒⠉⠁     ⠈⠉⠒⠦⣀  ⡠⢄E26⢦⡀                                            wrong checksums 0, other errors 0
      ⢀⠞   ⢾⡷G7⠊⠁             ⠈⠑⢄⠑⠊    ⠳⡀               ⣀⡠⠴⠒⠋⠉⠉⠉⠉⠉⠙⠒⠦⢄⣀             last byte to fix 1.0 ms, at most 1.0 ms
      ⡞     ⢀⠞⠁       ⣀⣀⣀       ⠈⠳⡀     ⢳            ⢀⡴⠊⠁             ⠈⠑⢦⡀
     ⣸     ⢀⠎     ⢀⡤⠚⠉   ⠉⠓⢤⡀     ⠱⡀     ⣇         ⢀⠔⠁                   ⠈⠢⡀
     ⡇     ⡜     ⢠⠏         ⠹⡄     ⢣     ⢸        ⣠⠋       ⢀⡠⠤⠴⠒⠦⠤⢄⡀       ⠙⣄
     W     ⠃⣀    ⡞           ⢳   ⢾⡷G5    E       ⢰⠃      ⣠⠞⠁       ⠈⠳⣄⢀ ⠠ ⠐ ⠘⡆
     ⡇     ⠘⠿⠃R2 ⢧        ⢾⡷E1     ⢸     ⢸       ⡇      ⡜⠁   ⡀ ⠄⠐ ⠐ ⠈⠈⢣      ⢸
     ⡇     ⢳     ⠘⣆         ⣰⠃     ⡞     ⢸      ⢸    ⡀ ⢼ ⠂ ⠁           ⡇      ⡇
     ⢸     ⠈⢆     ⠈⠓⢤⣀ ⢀⡀⢀⡤⠚⠁     ⡰⠁     ⡇      ⢸⠂⠄⠁⡀  ⣏               ⣹      ⡇
      ⢇     ⠈⢦        ⠁⠻⠟G13     ⡴⠁     ⡸       ⢸     ⠁⢸⠂ ⠄ ⡀          ⡇      ⡇
      ⠈⢧      ⠑⢦⡀             ⢀⡴⠊      ⡼⠁       ⠈⡇      ⢣⡀    ⠁⠐ ⠠ ⠠ ⢀⡜      ⢸⠁
        ⠣⡀      ⠉⠒⠤⣄⣀     ⣀⣠⠤⠒⠉      ⢀⠜          ⠸⡄      ⠙⢦⡀       ⢀⡴⠋ x ⠐ ⠠⢠⢇
         ⠘⢦⢠⠒⡄R12   ⠈⠉⠉⠉⠉⠉⠁        ⢀⡴⠃            ⠘⣄       ⠈⠑⠒⠲⠤⠖⠒⠊⠁       ⣠⠃
            ⠩⢄                   ⡠⠖⠉               ⠈⠳⡀                   ⢀⠞⠁
              ⠉⠓⠦⢄⣀    S    ⣀⡠⠴⠚⠉                    ⠈⠲⢄⡀             ⢀⡠⠖⠁
                   ⠉⠉⠉⠉⠉⠉⠉⠉⠉                            ⠉⠓⠢⠤⢄⣀⣀⣀⣀⣀⡠⠤⠔⠚⠉

    q quit  ? help  1-6 panel  u units  d degrees  t north  s sort  space pause
    """
  private static let most = """
     fix  2 s old  /dev/ttyUSB0  9600 baud  1 Hz
     u-blox 8
    1 position ──────────────────────────── 2 sky ──────────────────────────────────
    latitude   47.5436931°N                              ⢀⣀⣠⠤⠤⠤N⠤⠤⠤⠤⣄⣀⡀
    longitude  9.6833142°E                           ⢀⣠⠔⠊⠉        ⡔⢢G30⠑⠢⣄⡀
    accuracy   ±6 m, from GST                      ⡠⠔⠉            ⠈⠁      ⠉⠢⢄
    altitude   396.0 m  ±6 m                     ⣠⠞         ⣀⣠⠤⠤⠤⠤⣄⣀         ⠳⣄
    time       2025-06-15 12:00:29Z            ⢀⡜⠁      ⣠⠴⠊⠉        ⠉⠑⠦⣄ ⢀⠤⡀E26⢣⡀
    speed      3.7 km/h                       ⢀⠎   ⢾⡷G7⠊⠁              ⠈⠑⢈⠒⠁    ⠱⡀
    course     060° true                      ⡞     ⢀⡞⠁       ⣀⣀⣀⣀       ⠈⢳⡀     ⢳
    fix        3D autonomous                 ⡸      ⡎      ⡠⠞⠉    ⠉⠳⢄      ⢱      ⢇
    satellites 5 of 8 used                   ⡇     ⣸      ⡜          ⢣      ⣇     ⢸
    DOP        H 1.0  V 1.6  P 1.9          W⡇     ⠃⣀    ⢸            ⡇  ⠰⣿⠆G5    E
    3 signals, C/N0 in dB-Hz ──────────────  ⡇     ⠘⠿⠃R2 ⢸        ⠰⣿⠆E1     ⢸     ⢸
    best four 43  GPS 3/4  GLO 1/2  GAL 1/2  ⡇     ⢹      ⢣          ⡜      ⡏     ⢸
    ▄▄ 41             ▄▄                     ⢱      ⢇      ⠑⢦⣀  ⣀ ⣀⡴⠊      ⡸      ⡎
    ██ ▄▄ 38    33    ██                      ⢧     ⠈⢧⡀       ⠉⠘⠿⠃G13    ⢀⡼⠁     ⡼
    ██ ██ ██    ▄▄    ██ 28                   ⠈⢆      ⠑⢄⡀              ⢀⡠⠊      ⡰⠁
    ██ ██ ██    ██ 22 ██ ░░                    ⠈⢣⡀      ⠙⠲⢄⣀        ⣀⡠⠖⠋      ⢀⡜⠁
    ██ ██ ██    ██ ░░ ██ ░░                      ⠙⢦⢀⠤⡀R12   ⠉⠙⠒⠒⠒⠒⠋⠉         ⡴⠋
    ██ ██ ██    ██ ░░ ██ ░░                        ⠈⠒⣁                    ⣀⠔⠊
     5  7 13 30  2 12  1 26                          ⠈⠙⠢⢄⣀     S      ⣀⡠⠔⠋⠁
    GPS         GLO   GAL                                ⠈⠉⠙⠒⠒⠒⠒⠖⠒⠒⠒⠋⠉⠁
    q quit  ? help  4 history  5 scatter  6 sentences  u units  d degrees  t north
    """
  private static let some = """
     fix  2 s old  /dev/ttyUSB0  9600 baud  1 Hz
     u-blox 8
    latitude   47.5436931°N                  3 signals, C/N0 in dB-Hz ────
    longitude  9.6833142°E                   best four 43  GPS 3/4
    accuracy   ±6 m, from GST                45                47
    altitude   396.0 m  ±6 m                 ▄▄                ██
    time       2025-06-15 12:00:29Z          ██ 41             ██
    speed      3.7 km/h                      ██ ██ 38          ██
    course     060° true                     ██ ██ ██          ██
    fix        3D autonomous                 ██ ██ ██    33    ██
    satellites 5 of 8 used                   ██ ██ ██    ██    ██ 28
    DOP        H 1.0  V 1.6  P 1.9           ██ ██ ██    ██    ██ ░░
                                             ██ ██ ██    ██    ██ ░░
                                             ██ ██ ██    ██ 22 ██ ░░
                                             ██ ██ ██    ██ ░░ ██ ░░
                                             ██ ██ ██    ██ ░░ ██ ░░
                                             ██ ██ ██    ██ ░░ ██ ░░
                                             ██ ██ ██    ██ ░░ ██ ░░
                                              5  7 13 30  2 12  1 26
    C/N0 43 dB-Hz  GPS 3/4  GLO 1/2  GAL 1/2 GPS         GLO   GAL
    """
  private static let figures = """
     fix  2 s old  /dev/ttyUSB0  1 Hz
     u-blox 8
    latitude   47.5436931°N
    longitude  9.6833142°E
    accuracy   ±6 m, from GST
    altitude   396.0 m  ±6 m
    time       2025-06-15 12:00:29Z
    speed      3.7 km/h
    course     060° true
    fix        3D autonomous
    satellites 5 of 8 used
    C/N0 43 dB-Hz  GPS 3/4  GLO 1/2  GAL 1/2
    """
  private static let line = """
    fix  47.5436931°N
    9.6833142°E  ±6 m
    2 s old  3.7 km/h


    """
}
