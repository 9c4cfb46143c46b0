// Core Location for Linux. SPDX-License-Identifier: MIT

import Testing

@testable import GNSS
@testable import gps

/// Whole pictures, at the sizes that people have.
@Suite struct LayoutTests {
  @Test(arguments: [
    (120, 40, all), (80, 24, most), (70, 20, some), (40, 12, figures), (20, 5, line),
  ])
  func layouts(width: Int, height: Int, picture: String) throws {
    let lines = try SampleScene.withFix().screen(width: width, height: height).lines
    #expect(lines.joined(separator: "\n") == picture, "\n\(lines.joined(separator: "\n"))\n")
  }

  /// Whatever the size, the state and the panel: a picture of that size, and never a crash.
  @Test func fitsEverySize() throws {
    let fix = try SampleScene.withFix()
    let nothing = MonitorScene(state: MonitorState(since: .zero), now: .seconds(1))
    for scene in [fix, nothing] {
      for panel in [nil] + MonitorPanel.allCases {
        for showsHelp in [false, true] where !showsHelp || panel == nil {
          var scene = scene
          (scene.settings.panel, scene.settings.showsHelp) = (panel, showsHelp)
          for height in 0...45 {
            for width in stride(from: height % 3, through: 140, by: 3) {
              let screen = scene.screen(width: width, height: height)
              #expect(screen.width == width && screen.height == height)
            }
          }
        }
      }
    }
  }

  private static let all = """
    ALL
    """
  private static let most = """
    MOST
    """
  private static let some = """
    SOME
    """
  private static let figures = """
    FIGURES
    """
  private static let line = """
    LINE
    """
}
