// Core Location for Linux. SPDX-License-Identifier: MIT

package import ArgumentParser
import Glibc
import LinuxSystem

extension ParsableCommand {
  /// Runs the command; an invalid command line is answered with one line.
  package static func runProgram(_ arguments: [String]) {
    Program.occupyStandardDescriptors()
    do {
      var command = try parsed(arguments)
      try command.run()
      StandardError.finish()
    } catch {
      let ending = afterPrinting(error)
      StandardError.finish()
      exit(withError: ending)
    }
  }

  /// Returns the command that arguments name; throws ``Failure`` if they are invalid.
  package static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
    if let complaint = CommandTree(root: Self.self).complaint(about: arguments) {
      throw Failure(complaint, EX_USAGE)
    }
    let refusal = ArgumentRefusal()
    do {
      return try ArgumentRefusal.$current.withValue(refusal) { try parseAsRoot(arguments) }
    } catch {
      guard exitCode(for: error) == .validationFailure else { throw error }
      let text = message(for: error)
      if let line = refusal.line(for: text) { throw Failure(line, EX_USAGE) }
      var message = text.split(separator: "\n").joined(separator: " ")
      if message.hasSuffix(".") { message.removeLast() }
      throw Failure("\(message); add --help to see the options", EX_USAGE)
    }
  }

  /// Prints a failure, or the help, version or script that was asked for, and returns what ends the program.
  ///
  /// ArgumentParser would print it without noticing that it cannot be written.
  private static func afterPrinting(_ error: any Error) -> any Error {
    if let error = error as? any ReportedError {
      complain(error.description)
      return ExitCode(error.exitCode)
    }
    let text = fullMessage(for: error)
    guard exitCode(for: error) == .success, !text.isEmpty else { return error }
    do {
      var output = StandardOutput()
      try output.line(text)
      try output.flush()
      return ExitCode.success
    } catch { return error }
  }
}

/// What every program of the tool starts with.
package enum Program {
  /// The arguments after the program's name; paths in them need not be UTF-8.
  package static var arguments: [String] {
    // CommandLine.arguments has lost every byte that is not UTF-8.
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      CommandLine.unsafeArgv[index].map { argument in
        String(
          pathBytes: UnsafeBufferPointer(start: argument, count: strlen(argument)).map(
            UInt8.init(bitPattern:)))
      }
    }
  }

  /// Occupies those of standard input, output and error that are closed, so that no port and no file gets their numbers.
  ///
  /// Standard input is then empty, writing to standard output fails as if it were still closed, and what is written to
  /// standard error is discarded.
  fileprivate static func occupyStandardDescriptors() {
    // In this order, because open(2) returns the lowest free number.
    for (number, mode) in [
      (STDIN_FILENO, O_RDONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY),
    ] where fcntl(number, F_GETFD) < 0 {
      _ = open("/dev/null", mode)
    }
  }
}
