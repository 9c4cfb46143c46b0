// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// The sockets that systemd passed on when it started this process (sd_listen_fds(3)).
package struct InheritedSockets: Sendable {
  struct Listener: Sendable {
    let descriptor: CInt
    let clientProtocol: ClientProtocol
  }

  /// A connection that was kept while the service was restarted.
  struct Connection: Sendable {
    let descriptor: CInt
    let name: StoredName
  }

  private(set) var listeners: [Listener] = []
  private(set) var connections: [Connection] = []
  package private(set) var metrics: [CInt] = []
  /// Those of the page.
  package private(set) var page: [CInt] = []

  package var hasListeners: Bool { !listeners.isEmpty }

  /// The path at which programs that use Core Location connect; `nil` if there is none.
  package var locationSocket: String? {
    listeners.lazy.filter { $0.clientProtocol == .location }
      .compactMap { UnixAddress.path(of: $0.descriptor) }.first
  }

  package init() {}

  /// Takes over the sockets of this process; programs that it starts do not inherit them.
  ///
  /// To be called once, before other threads are started.
  package static func takeOver() -> InheritedSockets {
    var sockets = InheritedSockets()
    let values = ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"].map(Environment.remove)
    guard values[0].flatMap({ pid_t($0) }) == getpid(), let count = values[1].flatMap({ CInt($0) }),
      (1...4096).contains(count)
    else { return sockets }
    let names = (values[2] ?? "").split(separator: ":", omittingEmptySubsequences: false)
    for (index, descriptor) in (3..<3 + count).enumerated() {
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      sockets.add(descriptor, named: index < names.count ? String(names[index]) : "")
    }
    return sockets
  }

  /// Adds a socket; its kind tells what it is for, and its name settles what remains open.
  private mutating func add(_ descriptor: CInt, named name: String) {
    guard Self.option(descriptor, SO_TYPE) == CInt(SOCK_STREAM.rawValue) else {
      close(descriptor)
      return
    }
    if Self.option(descriptor, SO_ACCEPTCONN) == 1 {
      if name.contains("metrics") { return metrics.append(descriptor) }
      if name.contains("web") { return page.append(descriptor) }
      let clientProtocol = Self.clientProtocol(descriptor, named: name)
      return listeners.append(Listener(descriptor: descriptor, clientProtocol: clientProtocol))
    }
    guard let kept = StoredName(name) else {
      close(descriptor)
      return
    }
    connections.append(Connection(descriptor: descriptor, name: kept))
  }

  private static func clientProtocol(_ descriptor: CInt, named name: String) -> ClientProtocol {
    if let endpoint = InternetAddress(of: descriptor, getsockname) {
      return name.contains("nmea") || endpoint.port == 10110 ? .nmea : .gpsd
    }
    return name.contains("nmea") ? .geoclue : .location
  }

  private static func option(_ descriptor: CInt, _ option: CInt) -> CInt? {
    var value: CInt = 0
    var length = socklen_t(MemoryLayout<CInt>.size)
    return getsockopt(descriptor, SOL_SOCKET, option, &value, &length) == 0 ? value : nil
  }
}
