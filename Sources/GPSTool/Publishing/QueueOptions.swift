// Core Location for Linux. SPDX-License-Identifier: MIT

package import ArgumentParser

/// The file in which positions wait, and its limits.
package struct QueueOptions: ParsableArguments {
  @Option(
    "file",
    """
    The file in which positions wait. (default: positions.sqlite in the state directory of the unit, else in \
    ~/.local/state/core-location-linux)
    """)
  package var store: String?

  @Option(
    "time",
    "Keep all fixes of this time as a track for \"gps history\", such as 90d. (default: none)")
  package var keep: AgeArgument?

  @Option(
    "bytes",
    """
    The largest size of the file; when it is full, the track is deleted first, then the oldest positions. \
    (default: 100M, any size with --keep)
    """)
  package var maxQueue: ByteCount?

  @Option("time", "Drop positions that have waited longer.")
  package var maxAge = AgeArgument(days: 30)

  @Option("address", "Drop what still waits for this address; repeatable.")
  package var forget: [String] = []

  package init() {}
}
