// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// Watches with inotify which nodes appear in and disappear from a folder, where there is no udev.
final class FolderListener {
  enum Change: Hashable {
    case added(String)
    /// Its owner or its permissions have changed.
    case changed(String)
    case removed(String)
    /// Some changes were lost because there were too many: the present entries have to be read.
    case lost
  }

  let descriptor: CInt
  private var changes: [Change] = []

  /// Starts listening; `nil` if the system does not allow it.
  init?(_ folder: String = "/dev") {
    descriptor = inotify_init1(CInt(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    let mask = UInt32(IN_CREATE | IN_MOVED_TO | IN_DELETE | IN_MOVED_FROM | IN_ATTRIB)
    guard inotify_add_watch(descriptor, folder, mask) >= 0 else {
      close(descriptor)
      return nil
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Returns the next change, without waiting; `nil` if there is none.
  func next() -> Change? {
    if changes.isEmpty { read() }
    return changes.isEmpty ? nil : changes.removeFirst()
  }

  private func read() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = retryingOnInterrupt { Glibc.read(descriptor, &buffer, buffer.count) }
    guard count > 0 else { return }
    buffer.withUnsafeBytes { bytes in
      var rest = bytes[..<count]
      let header = MemoryLayout<inotify_event>.size
      while rest.count >= header {
        let event = bytes.loadUnaligned(fromByteOffset: rest.startIndex, as: inotify_event.self)
        rest = rest.dropFirst(header)
        let name = String(decoding: rest.prefix(Int(event.len)).prefix { $0 != 0 }, as: UTF8.self)
        rest = rest.dropFirst(Int(event.len))
        append(event.mask, name)
      }
    }
  }

  private func append(_ mask: UInt32, _ name: String) {
    if mask & UInt32(IN_Q_OVERFLOW) != 0 {
      changes.append(.lost)
    } else if name.isEmpty {
      return
    } else if mask & UInt32(IN_CREATE | IN_MOVED_TO) != 0 {
      changes.append(.added(name))
    } else if mask & UInt32(IN_DELETE | IN_MOVED_FROM) != 0 {
      changes.append(.removed(name))
    } else if mask & UInt32(IN_ATTRIB) != 0 {
      changes.append(.changed(name))
    }
  }
}
