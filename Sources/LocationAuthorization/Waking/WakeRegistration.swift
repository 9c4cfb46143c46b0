// Core Location for Linux. SPDX-License-Identifier: MIT

package import Glibc
import LinuxSystem

/// What an application that monitors with Always leaves behind, so that it can be started when something happens.
///
/// Its regions and conditions are in their own files.
package struct WakeRegistration: Hashable, Sendable, Codable {
  package var version = 1
  package var application: ApplicationIdentifier
  package var executable: RegisteredExecutable
  package var user: UInt32
  package var significantChanges = false
  package var visits = false

  package init(
    application: ApplicationIdentifier, executable: RegisteredExecutable, user: UInt32 = geteuid()
  ) {
    (self.application, self.executable, self.user) = (application, executable, user)
  }

  /// Whether another one may take its place: one of the same file, or of any file once its own is gone.
  ///
  /// A copy of a program, or one in a namespace of its own, does not take the place of the program.
  package func yields(to other: WakeRegistration) -> Bool {
    guard !other.executable.isElsewhere else { return false }
    if executable.path == other.executable.path {
      return executable.boot != other.executable.boot
        || executable.namespace == other.executable.namespace
    }
    return !executable.isThere
  }
}

/// The file that an application ran as when it registered, which is the only one that may be started for it.
package struct RegisteredExecutable: Hashable, Sendable, Codable {
  package var path: ApplicationIdentifier
  package var device: UInt64
  package var inode: UInt64
  /// The boot of the machine in which it ran: device numbers and namespaces mean nothing in another.
  package var boot: String
  /// The mount namespace in which its path leads to it.
  package var namespace: String

  /// The file that this process runs; `nil` if it may not register.
  ///
  /// It may not if it runs with another user's rights, was started through the dynamic loader, or if its path does not lead to
  /// the file that it runs.
  package static var current: RegisteredExecutable? {
    guard getuid() == geteuid(), getgid() == getegid(), let boot, let namespace,
      let path = linkTarget(of: "/proc/self/exe"), Executable.current?.path.bytes == path,
      let running = stat(of: "/proc/self/exe"), isPlain(running),
      stat(ofLink: String(pathBytes: path))?.identity == running.identity
    else { return nil }
    return RegisteredExecutable(
      path: ApplicationIdentifier(path), device: UInt64(running.st_dev),
      inode: UInt64(running.st_ino), boot: boot, namespace: namespace)
  }

  /// Whether a file is a regular one that gives whoever starts it no other rights.
  static func isPlain(_ status: stat) -> Bool {
    status.kind == S_IFREG && status.st_mode & (S_ISUID | S_ISGID) == 0
  }

  /// Whether it registered in a mount namespace other than this process's.
  ///
  /// After the machine has been started again, nothing is known about the one in which it did.
  package var isElsewhere: Bool { boot == Self.boot && namespace != Self.namespace }

  /// Whether the file at its path is the one that registered.
  package func isSame(as status: stat) -> Bool {
    UInt64(status.st_ino) == inode && (boot != Self.boot || UInt64(status.st_dev) == device)
  }

  /// Whether its file is still there.
  package var isThere: Bool {
    stat(ofLink: String(pathBytes: path.bytes)).map(isSame) ?? false
  }

  private static let boot: String? = {
    guard let bytes = try? WholeFile.read("/proc/sys/kernel/random/boot_id", limit: 100) else {
      return nil
    }
    return String(decoding: bytes.filter { $0 > 0x20 }, as: UTF8.self)
  }()

  private static let namespace = linkTarget(of: "/proc/self/ns/mnt").map {
    String(decoding: $0, as: UTF8.self)
  }
}
