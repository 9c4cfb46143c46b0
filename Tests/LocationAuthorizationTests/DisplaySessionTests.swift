// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem
import LocationAuthorization
import Testing

/// Processes without a terminal, as systemd and desktops start them.
@Suite struct DisplaySessionTests {
  private static let manager = "0::/user.slice/user-1000.slice/user@1000.service"

  @Test(
    arguments: [
      (
        "a program of GNOME's menu", ["WAYLAND_DISPLAY": "wayland-0"],
        "\(manager)/app.slice/app-gnome-org.example.weather-4711.scope", true
      ),
      (
        "a program of Plasma's menu", ["DISPLAY": ":0", "SYSTEMD_EXEC_PID": "7"],
        "\(manager)/app.slice/app-org.example.weather@3f.service", true
      ),
      (
        "a kiosk that its unit gives a display", ["DISPLAY": ":0", "SYSTEMD_EXEC_PID": "7"],
        "0::/system.slice/kiosk.service", true
      ),
      (
        "a kiosk below its compositor", ["WAYLAND_DISPLAY": "wayland-0", "SYSTEMD_EXEC_PID": "5"],
        "0::/system.slice/cage@tty1.service", true
      ),
      (
        "a program that a window manager started, itself a service",
        ["WAYLAND_DISPLAY": "wayland-1", "SYSTEMD_EXEC_PID": "5"],
        "\(manager)/session.slice/sway.service", true
      ),
      ("no systemd", ["DISPLAY": ":0"], "", true),
      ("a container", ["DISPLAY": ":0"], "0::/", true),
      (
        "a service of the session, which has its display",
        ["DISPLAY": ":0", "SYSTEMD_EXEC_PID": "7"],
        "\(manager)/app.slice/tracker.service", false
      ),
      (
        "the same with an older systemd", ["DISPLAY": ":0"],
        "\(manager)/app.slice/tracker.service", false
      ),
      (
        "the same with groups of its own", ["DISPLAY": ":0"],
        "\(manager)/app.slice/tracker.service/worker", false
      ),
      (
        "a service of the machine", ["SYSTEMD_EXEC_PID": "7"], "0::/system.slice/gpsd.service",
        false
      ),
      ("cron", [:], "0::/system.slice/cron.service", false),
      ("an empty display", ["DISPLAY": "", "WAYLAND_DISPLAY": ""], "0::/", false),
    ] as [(why: String, variables: Environment, groups: String, hasWindows: Bool)])
  func isInUseIfSomebodyMaySeeIt(
    why: String, variables: Environment, groups: String, hasWindows: Bool
  ) {
    let session = DisplaySession(
      environment: variables, controlGroups: groups + "\n", process: 7)
    #expect(session.hasWindows == hasWindows, "\(why)")
  }
}
