// Core Location for Linux. SPDX-License-Identifier: MIT

/// The sockets at which chronyd is set up to take samples of time, according to its configuration.
struct TimeSetup: Hashable {
  var sockets: [String] = []

  /// The files and folders that Debian, Fedora and others use.
  private static let files = ["/etc/chrony/chrony.conf", "/etc/chrony.conf"]
  private static let folders = ["/etc/chrony/conf.d", "/etc/chrony.d"]

  init(sockets: [String] = []) { self.sockets = sockets }

  /// Examines a machine.
  init(_ tree: SystemTree) {
    let files =
      Self.files
      + Self.folders.flatMap { folder in
        tree.entries(folder).filter { $0.hasSuffix(".conf") }.sorted().map { "\(folder)/\($0)" }
      }
    for line in files.compactMap(tree.text).flatMap({ $0.split(separator: "\n") }) {
      let words = line.split(whereSeparator: \.isWhitespace)
      guard words.count > 2, words[0].lowercased() == "refclock", words[1] == "SOCK" else {
        continue
      }
      // An option may follow the path directly, as in SOCK /run/chrony.gps.sock:perm=0770.
      sockets.append(String(words[2].prefix { $0 != ":" }))
    }
  }
}
