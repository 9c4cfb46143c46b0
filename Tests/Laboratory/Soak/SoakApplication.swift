// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// An application that uses Core Location in a separate process, and its own receiver.
struct SoakApplication {
  private(set) var port: SoakPort
  private(set) var truth = SoakTruth()
  /// Kilobytes that the application has allocated and not freed, as reported by itself.
  private(set) var allocated = 0
  /// The first thing that went wrong; `nil` if nothing did.
  private(set) var complaint: String?
  /// The longest time without a location while updates were started.
  private(set) var longestPause = Duration.zero

  private let process: pid_t
  private let commands: CInt
  private let output: CInt
  private var rest: [UInt8] = []
  private var isStarted = false
  /// Whether no location has arrived since updates were last started or stopped.
  private var isFresh = false
  private var newest = monotonicNow()

  /// The resources that the application uses.
  var vitals: SoakVitals { SoakVitals(of: process, allocated: allocated) }

  /// Starts the application, with its decisions, states and receiver in a folder.
  init(folder: String, seed: UInt64) throws {
    port = try SoakPort(link: folder + "/application", seed: seed)
    try Self.allow(in: folder)
    setenv("CORELOCATION_SOURCE", port.link, 1)
    setenv("CORELOCATION_IN_USE", "1", 1)
    let (input, commands) = try Self.pipe()
    let (output, lines) = try Self.pipe()
    self.commands = commands
    self.output = output
    process = try spawn("/proc/self/exe", "client", from: input, to: lines)
    close(input)
    close(lines)
    _ = fcntl(output, F_SETFL, O_NONBLOCK)
  }

  /// Stores the decision of a person who has allowed it.
  private static func allow(in folder: String) throws {
    for name in ["HOME", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR"] { setenv(name, folder, 1) }
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink("/proc/self/exe", &path, path.count - 1)
    let name = String(decoding: path.prefix(length).map(UInt8.init(bitPattern:)), as: UTF8.self)
    mkdir(folder + "/core-location-linux", 0o700)
    guard let file = fopen(folder + "/core-location-linux/authorization.json", "wxe") else {
      throw SystemError("run", "the application", errno: errno)
    }
    let decision = "{\"status\":\"authorizedAlways\"}"
    fputs("{\"version\":1,\"applications\":{\"\(name)\":\(decision)}}\n", file)
    fclose(file)
  }

  private static func pipe() throws -> (reading: CInt, writing: CInt) {
    var ends: [CInt] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { throw SystemError("run", "the application", errno: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  // MARK: Troubles

  mutating func start() { command("+", isStarted: true) }

  private mutating func command(_ command: String, isStarted: Bool) {
    (self.isStarted, isFresh) = (isStarted, true)
    newest = monotonicNow()
    _ = write(commands, command, 1)
  }

  /// Sends the next epoch of its receiver.
  mutating func send() { port.send(recording: &truth, isCalm: false) }

  /// Applies the other receiver's trouble to this one, except for baud rates, which take a real receiver's time to find.
  mutating func begin(_ trouble: SoakTrouble) {
    let receiverSeconds = trouble.length / .seconds(1) * Double(Soak.speed)
    switch trouble.kind {
    case .outage: port.restart(rate: trouble.rate, noFix: receiverSeconds)
    case .coldStart: port.restart(rate: trouble.rate, coldStart: receiverSeconds)
    case .pace: port.restart(rate: trouble.rate)
    case .silence: port.fault = .silent
    case .garbage: port.fault = .garbled
    case .replug: port.unplug()
    case .nobody: command("-", isStarted: false)
    case .baudRate, .exchange: break
    }
  }

  mutating func finish(_ trouble: SoakTrouble) throws {
    port.fault = .none
    switch trouble.kind {
    case .replug: try port.plug(baudRate: port.baudRate)
    case .nobody: start()
    default: break
    }
  }

  // MARK: Output

  mutating func readOutput(at now: Duration) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = retryingOnInterrupt { read(output, &buffer, buffer.count) }
      if count == 0 { complain("the application has ended") }
      guard count > 0 else { break }
      rest += buffer[..<count]
    }
    let lines = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for line in lines.dropLast() { understand(String(decoding: line, as: UTF8.self), at: now) }
    rest = Array(lines.last ?? [])
    if isStarted {
      longestPause = max(longestPause, now - newest)
      if now - newest > SoakTrouble.Kind.longestPatience {
        complain("no location for a minute")
      }
    }
  }

  private mutating func understand(_ line: String, at now: Duration) {
    let words = line.split(separator: " ")
    switch words.first {
    case "location":
      guard words.count == 4, let time = Int(words[1]), let latitude = Double(words[2]),
        let longitude = Double(words[3])
      else { return complain("it printed \(line)") }
      truth.check(time: time, latitude: latitude, longitude: longitude, mayRepeat: isFresh)
      (newest, isFresh) = (now, false)
    case "allocated": allocated = words.last.flatMap { Int($0) } ?? 0
    default: complain("it printed \(line)")
    }
  }

  private mutating func complain(_ what: String) {
    if complaint == nil { complaint = "the application: \(what)" }
  }

  /// Ends the application.
  mutating func end() {
    close(commands)
    let status = reap(process)
    if status != 0 { complain("it ended with status \(status)") }
    close(output)
  }
}
