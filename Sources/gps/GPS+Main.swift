// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser

extension GPS {
  /// Runs the command; an invalid command line is answered with one line.
  static func main() {
    StandardDescriptors.occupy()
    if let complaint = CommandTree(root: GPS.self).complaint(about: Arguments.all) {
      complain(complaint)
      exit(withError: ExitCode.validationFailure)
    }
    do {
      var command = try parseAsRoot(Arguments.all)
      try command.run()
    } catch {
      if let failure = Failure(of: error) {
        failure.report()
        exit(withError: ExitCode(failure.exitCode))
      }
      guard exitCode(for: error) == .validationFailure, !(error is ExitCode) else {
        exit(withError: error)
      }
      let text = message(for: error)
      if let line = ArgumentRefusal.line(for: text) {
        complain(line)
        exit(withError: ExitCode.validationFailure)
      }
      var message = text.split(separator: "\n").joined(separator: " ")
      if message.hasSuffix(".") { message.removeLast() }
      complain("\(message); add --help to see what can be given")
      exit(withError: ExitCode.validationFailure)
    }
  }
}
