// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

// Missing from Swift's Glibc.
@_extern(c, "prlimit") private func setLimit(
  _ process: pid_t, _ resource: CInt, _ new: UnsafePointer<rlimit>?,
  _ old: UnsafeMutablePointer<rlimit>?
) -> CInt

/// A program that processes files of unknown origin, and is killed with this object.
///
/// It runs without a shell, its memory is limited, and every wait for it has a deadline.
package final class BoundedProgram {
  package enum Event {
    case output([UInt8])
    case complaints([UInt8])
    /// It has ended, or will print nothing more.
    case ended
    case late
    case interrupted
  }

  private let process: pid_t
  /// The ends of the pipes to read from; -1 once nothing more can arrive.
  private var pipes: [CInt]

  /// - Parameters:
  ///   - path: of the program.
  ///   - arguments: those after its name, any bytes; every user can read them.
  ///   - input: what it reads from standard input.
  ///   - memory: the most that it may allocate, in bytes of its address space.
  package init(
    _ path: String, _ arguments: [String], input: [UInt8], memory: Int
  ) throws(SystemError) {
    // A file rather than a pipe, so that neither waits for the other.
    var given = try ScratchFile(in: WorkingFolder.parent)
    try given.append(input)
    lseek(given.descriptor, 0, SEEK_SET)
    let output = try openPipe()
    defer { close(output.writing) }
    pipes = [output.reading]
    do throws(SystemError) {
      let complaints = try openPipe()
      defer { close(complaints.writing) }
      pipes.append(complaints.reading)
      let settings = SpawnSettings(
        streams: [given.descriptor, output.writing, complaints.writing].map { .descriptor($0) })
      process = try settings.start([path] + arguments)
    } catch {
      for pipe in pipes { close(pipe) }
      throw error
    }
    var limit = rlimit(rlim_cur: rlim_t(memory), rlim_max: rlim_t(memory))
    _ = setLimit(process, CInt(RLIMIT_AS.rawValue), &limit, nil)
  }

  deinit {
    kill(process, SIGKILL)
    reap(process)
    for pipe in pipes where pipe >= 0 { close(pipe) }
  }

  /// Waits for what happens next.
  ///
  /// - Parameters:
  ///   - deadline: on ``monotonicNow()``'s clock.
  ///   - interruption: a descriptor that ends the wait when it can be read.
  package func next(by deadline: Duration, orReadable interruption: CInt) -> Event {
    while true {
      guard pipes.contains(where: { $0 >= 0 }) else { return .ended }
      // One that is negative is never ready.
      switch firstReadable(of: interruption, pipes[0], pipes[1], until: deadline) {
      case nil: return .late
      case 0: return .interrupted
      case let index?:
        let bytes = read(index - 1)
        if !bytes.isEmpty { return index == 1 ? .output(bytes) : .complaints(bytes) }
      }
    }
  }

  /// Reads from a pipe, and closes it if nothing more can arrive.
  private func read(_ index: Int) -> [UInt8] {
    let pipe = pipes[index]
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = retryingOnInterrupt { Glibc.read(pipe, &buffer, buffer.count) }
    guard count > 0 else {
      close(pipe)
      pipes[index] = -1
      return []
    }
    return Array(buffer.prefix(count))
  }
}
