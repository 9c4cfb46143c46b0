// Core Location for Linux. SPDX-License-Identifier: MIT

import FoundationEssentials
import Glibc
import LinuxSystem
import LocationAuthorization

/// Starts programs: each in its own unit by the user's systemd, or as children where that does not answer.
struct ProgramStarter {
  struct Started {
    /// The program itself, or systemd-run, which waits for it.
    let process: pid_t
    /// What systemd-run reports; `nil` for a child.
    let report: CInt?
  }

  private let environment: [String]
  private let home: String

  init() {
    // Not what describes this process or its session, and nothing that decides for the program what it is.
    let own = [
      WakeFolder.launchVariable, "CORELOCATION_IN_USE", InformationPropertyList.variable,
      "NOTIFY_SOCKET", "INVOCATION_ID", "JOURNAL_STREAM", "LISTEN_FDS", "LISTEN_PID",
      "LISTEN_FDNAMES", "WATCHDOG_PID", "WATCHDOG_USEC", "SYSTEMD_EXEC_PID", "MANAGERPID",
    ]
    let variables = ProcessInfo.processInfo.environment.filter { !own.contains($0.key) }
    environment = variables.map { "\($0.key)=\($0.value)" }.sorted() + Self.reason
    home = variables["HOME"] ?? "/"
  }

  /// The program runs in the background, whatever its terminal or its display says.
  private static let reason = ["\(WakeFolder.launchVariable)=location", "CORELOCATION_IN_USE=0"]

  /// Starts a program by the user's systemd; `nil` if that cannot be used for it.
  func startUnit(_ path: ApplicationIdentifier, name: String) -> Started? {
    guard let program = Self.unitPath(path), let systemdRun = Self.systemdRun else { return nil }
    guard let ends = try? openPipe() else { return nil }
    _ = fcntl(ends.reading, F_SETFL, O_NONBLOCK)
    defer { close(ends.writing) }
    let settings = environment.filter { variable in
      ["CORELOCATION_", "XDG_STATE_HOME=", "XDG_CONFIG_HOME="].contains { variable.hasPrefix($0) }
    }
    let run = SessionProgram(
      systemdRun,
      arguments: [
        "--user", "--collect", "--wait", "--unit=\(name)", "--description=\(program), woken by gps",
        // Not Type=exec, for which a program that ends at once is none that was started.
        "--working-directory=\(home)", "--property=Restart=no",
      ] + settings.map { "--setenv=\($0)" } + ["--", program],
      environment: environment + ["LC_ALL=C"], folder: "/")
    guard let process = try? run.start(complaints: ends.writing) else {
      close(ends.reading)
      return nil
    }
    return Started(process: process, report: ends.reading)
  }

  /// The program that asks the user's systemd; `nil` if there is none, or if others can have put it on the search path.
  private static var systemdRun: String? {
    guard let path = try? ProgramPath.find("systemd-run"), path.hasPrefix("/") else { return nil }
    return try? TrustedPath.resolve(path)
  }

  /// Returns a path as it can be part of a unit; `nil` for one that is no text, or that systemd would change.
  static func unitPath(_ path: ApplicationIdentifier) -> String? {
    // Byte by byte: an accent would make another character of a dollar.
    let isPlain = path.bytes.allSatisfy { byte in
      byte >= 0x20 && byte != 0x7F && byte != UInt8(ascii: "$") && byte != UInt8(ascii: "%")
    }
    return isPlain ? String(validating: path.bytes, as: UTF8.self) : nil
  }

  func startChild(_ path: ApplicationIdentifier) throws(SystemError) -> Started {
    let program = SessionProgram(
      String(pathBytes: path.bytes), environment: environment, folder: home)
    return Started(process: try program.start(), report: nil)
  }

  /// Ends systemd-run if it has not reported that the program was started: the program is then started as a child.
  static func giveUp(_ started: Started) {
    var count: CInt = 0
    guard let report = started.report, ioctl(report, UInt(FIONREAD), &count) == 0, count == 0 else {
      return
    }
    kill(started.process, SIGKILL)
  }

  enum End: Hashable {
    case ended(ProcessEnd)
    /// The user manager has not started it: there is none, or it did not answer.
    case noManager
  }

  /// Returns how a program ended; `nil` while it runs.
  static func end(of started: Started) -> End? {
    guard let end = ProcessEnd(of: started.process) else { return nil }
    guard let report = started.report else { return .ended(end) }
    defer { close(report) }
    let bytes = (try? WholeFile.read(report, "systemd-run", limit: 1 << 16)) ?? []
    return Self.end(end, reported: String(decoding: bytes, as: UTF8.self))
  }

  /// Returns how a program ended that systemd-run has waited for, by what that reports.
  static func end(_ end: ProcessEnd, reported text: String) -> End {
    guard text.contains("Running as unit") else {
      return end == .exited(0) ? .ended(end) : .noManager
    }
    // Followed by "/status=KILL" or, since version 254, ", status=9/KILL".
    if let killed = text.firstRange(of: "code=killed") ?? text.firstRange(of: "code=dumped"),
      let status = text[killed.upperBound...].firstRange(of: "status=")
    {
      let name = text[status.upperBound...].prefix { !$0.isWhitespace }
      return .ended(
        .signaled(signals[String(name.split(separator: "/").last ?? "")] ?? SIGABRT))
    }
    // If systemd-run itself was ended by a signal, and the unit continues, its mark shows it.
    return .ended(end)
  }

  private static let signals = [
    "KILL": SIGKILL, "TERM": SIGTERM, "INT": SIGINT, "HUP": SIGHUP, "SEGV": SIGSEGV, "BUS": SIGBUS,
    "ILL": SIGILL, "TRAP": SIGTRAP, "FPE": SIGFPE, "PIPE": SIGPIPE, "XCPU": SIGXCPU,
  ]
}
