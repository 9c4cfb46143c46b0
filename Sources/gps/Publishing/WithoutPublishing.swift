// Core Location for Linux. SPDX-License-Identifier: MIT
#if !Publishing
  import ArgumentParser
  import Glibc

  /// `gps publish` of a build without the trait `Publishing`, which only says which build has it.
  struct Publish: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Send positions to other machines. This build cannot.")

    @Argument(parsing: .allUnrecognized) var arguments: [String] = []

    func run() throws { throw Failure.withoutPublishing("publish") }
  }

  /// The same for `gps history`.
  struct History: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Keep a track, and write it to a file. This build cannot.")

    @Argument(parsing: .allUnrecognized) var arguments: [String] = []

    func run() throws { throw Failure.withoutPublishing("keep or read a track") }
  }

  /// The same for `gps geotag`.
  struct Geotag: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Write into photos where they were taken. This build cannot.")

    @Argument(parsing: .allUnrecognized) var arguments: [String] = []

    func run() throws { throw Failure.withoutPublishing("read a track") }
  }

  extension Failure {
    fileprivate static func withoutPublishing(_ what: String) -> Failure {
      Failure(
        "cannot \(what): this gps was built without publishing; install the Debian package, or build with "
          + "\"swift build -c release --product gps --traits Publishing\"", EX_UNAVAILABLE)
    }
  }
#endif
