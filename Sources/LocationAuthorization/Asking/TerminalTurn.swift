// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// The turn to ask on a terminal: of the programs of one job, which all read the same input, only one has it at a time.
///
/// It is a lock in the runtime directory, which is released when the process ends. Without such a directory there are
/// no turns.
struct TerminalTurn: ~Copyable {
  struct Taken: Error {}

  private let directory: String?
  private let name: String
  /// The descriptor that holds the lock; negative if there is none.
  private let descriptor: CInt

  /// - Parameters:
  ///   - directory: the directory in which processes publish that they use the location.
  ///   - job: the process group, the only one in the foreground of its terminal.
  init(in directory: String?, job: pid_t) throws(Taken) {
    self.directory = directory
    name = "asking-\(job).lock"
    guard let directory, let place = try? PrivateDirectory.making(directory) else {
      descriptor = -1
      return
    }
    descriptor = place.open(name, O_RDWR | O_CREAT | O_NONBLOCK)
    guard descriptor >= 0 else { return }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, place.isStill(descriptor, name) else {
      close(descriptor)
      throw Taken()
    }
  }

  /// Performs an operation while no other program has the turn.
  borrowing func hold<Result>(_ body: () -> Result) -> Result { body() }

  deinit {
    guard descriptor >= 0 else { return }
    if let directory, let place = try? PrivateDirectory(directory) { place.remove(name) }
    close(descriptor)
  }
}
