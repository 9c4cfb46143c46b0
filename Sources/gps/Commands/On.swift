// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser

struct On: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Run a command when a place is entered or left, or the fix comes or goes.",
    discussion: """
      The command's environment says what has happened: GPS_EVENT, GPS_LATITUDE, GPS_LONGITUDE and others. Runs until \
      Ctrl-C.

      gps on enter home,47.5437,9.6833,200 -- notify-send "Home again"
      gps on move 40 -- play alarm.ogg
      """,
    subcommands: [OnEnter.self, OnLeave.self, OnFix.self, OnLost.self, OnMove.self])
}
