// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc

/// Certificates that OpenSSL creates for one run of the tests.
package enum Certificates {
  /// Creates `ca.pem`, which has signed `server.pem` for localhost and `client.pem`, and `other.pem`, which signs nothing.
  package static func make(in folder: ScratchFolder) throws {
    let path = folder.path
    let curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    for name in ["ca", "other"] {
      try openssl(
        ["req", "-x509"] + curve + [
          "-keyout", "\(path)/\(name).key", "-out", "\(path)/\(name).pem", "-days", "2", "-subj",
          "/CN=\(name) of a test",
        ])
    }
    for (name, subject, other) in [
      // 127.0.0.1 as an IPv6 address, which does not count as a host of this machine.
      ("server", "localhost", ",IP:0:0:0:0:0:ffff:7f00:1"), ("client", "boat", ""),
    ] {
      try folder.file("\(name).ext", "subjectAltName=DNS:\(subject)\(other)\n")
      try openssl(
        ["req"] + curve + [
          "-keyout", "\(path)/\(name).key", "-out", "\(path)/\(name).csr", "-subj",
          "/CN=\(subject)",
        ])
      try openssl([
        "x509", "-req", "-in", "\(path)/\(name).csr", "-CA", "\(path)/ca.pem", "-CAkey",
        "\(path)/ca.key", "-CAcreateserial", "-days", "2", "-extfile", "\(path)/\(name).ext",
        "-out", "\(path)/\(name).pem",
      ])
    }
    // A server that drops root's privileges must be able to read them.
    for name in folder.names() { chmod("\(path)/\(name)", 0o644) }
  }

  private static func openssl(_ arguments: [String]) throws {
    try ServerProcess.run(["/usr/bin/openssl"] + arguments)
  }
}
