// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import Testing

/// A client in a process of its own, which watches the service and prints what it is told about its rights.
final class ClientProcess {
  /// Who connects, over what.
  enum Way: String, CaseIterable {
    /// The process itself, which stays.
    case itself
    /// A child, which ends as soon as it has connected and leaves the connection to its parent.
    case child
    case tcp
  }

  private static let script = """
    import os, socket, sys
    way, address, group = sys.argv[1:]
    if group:
        with open(group + "/cgroup.procs", "w") as processes:
            processes.write(str(os.getpid()))
    client = socket.socket(socket.AF_INET if way == "tcp" else socket.AF_UNIX)
    client.settimeout(60)
    place = ("127.0.0.1", int(address)) if way == "tcp" else address
    if way != "child":
        client.connect(place)
    elif child := os.fork():
        os.waitpid(child, 0)
    else:
        client.connect(place)
        os._exit(0)
    print("connected", flush=True)
    client.sendall(b'{"class":"client","watch":true}\\n')
    for line in client.makefile():
        if '"authorization"' in line:
            print(line)
            break
    """

  private let process = Process()
  private let output = Pipe()

  /// Starts a client, and waits until it has connected.
  ///
  /// - Parameters:
  ///   - address: the path of the socket, or the TCP port.
  ///   - group: the control group to run in; `nil` for that of the tests.
  init(_ way: Way, _ address: String, in group: ControlGroup? = nil) throws {
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-c", Self.script, way.rawValue, address, group?.path ?? ""]
    process.standardOutput = output
    try process.run()
    try #require(output.fileHandleForReading.read(upToCount: 10) == Data("connected\n".utf8))
  }

  deinit { process.waitUntilExit() }

  /// Waits until it has been told about its rights, or the connection is closed.
  func authorization() throws -> String {
    String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
  }
}

/// A control group like that of a system service; removed together with this object.
final class ControlGroup {
  let path: String

  private static let slice = ["/sys/fs/cgroup", "/sys/fs/cgroup/unified"].lazy
    .filter { FileManager.default.fileExists(atPath: $0 + "/cgroup.procs") }
    .map { $0 + "/system.slice" }.first

  /// Whether groups can be created here, which takes root and a machine that is no container.
  static let isPossible = (try? ControlGroup("core-location-linux-probe.service")) != nil

  init(_ unit: String) throws {
    path = (Self.slice ?? "") + "/" + unit
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  // Only rmdir removes a control group: its files cannot be removed.
  deinit { rmdir(path) }
}
