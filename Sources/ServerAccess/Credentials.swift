// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem

/// The source of passwords: a file, or what systemd passes to a service; never the command line.
package struct Credentials: Sendable {
  /// The directory of the credentials that systemd provides to this service; `nil` for any other process.
  private let directory: String?

  package init(directory: String?) { self.directory = directory }

  /// The credentials of this process (`$CREDENTIALS_DIRECTORY`).
  package static var current: Credentials {
    Credentials(directory: Environment.current["CREDENTIALS_DIRECTORY"])
  }

  /// Returns the password for a server: the content of its file, or else the credential with the name of its host.
  ///
  /// It is read each time, so that a new password applies to the next connection.
  ///
  /// - Parameters:
  ///   - name: the server's address in messages, without secrets.
  ///   - asksEverybody: whether the server may ask for a password although the address names no user.
  /// - Returns: `nil` if there is none.
  /// - Throws: ``AccessError`` if the file is missing, is accessible to others, or contains no
  ///   password.
  package func password(
    for server: ServerAddress, named name: String, asksEverybody: Bool = false
  ) throws(AccessError) -> String? {
    if let path = server.passwordFile {
      let fault = "cannot use the password for \(name)"
      return try Self.password(in: path, fault) { Self.exposure(of: $0, path) }
    }
    guard server.user != nil || asksEverybody, let directory,
      !server.host.contains("/"), ![".", ".."].contains(server.host)
    else { return nil }
    // systemd itself ensures that no other user can read them.
    let path = directory + "/" + (server.host.isEmpty ? "localhost" : server.host)
    guard access(path, F_OK) == 0 else { return nil }
    return try Self.password(in: path, "cannot use the credential for \(name)") { _ in nil }
  }

  /// Returns the content of a file that nobody else can read, such as one with addresses that are secrets.
  ///
  /// - Parameter fault: what cannot be done without it, for messages.
  package func secret(in path: String, _ fault: String) throws(AccessError) -> String {
    // systemd itself ensures that no other user can read its credentials.
    let isCredential = directory.map { path.hasPrefix($0 + "/") } ?? false
    return try Self.password(in: path, fault) { isCredential ? nil : Self.exposure(of: $0, path) }
  }

  private static func password(
    in path: String, _ fault: String, exposure: (CInt) -> String?
  ) throws(AccessError) -> String {
    let name = path.escapedForTerminal
    let descriptor = retryingOnInterrupt { open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else {
      let exitCode = errno == EACCES ? EX_NOPERM : EX_NOINPUT
      throw AccessError("\(fault): \(name): \(describe(errno: errno))", exitCode: exitCode)
    }
    defer { Glibc.close(descriptor) }
    if let exposure = exposure(descriptor) {
      throw AccessError("\(fault): \(exposure)", exitCode: EX_NOPERM)
    }
    let bytes: [UInt8]
    do { bytes = try WholeFile.read(descriptor, path, limit: longest) } catch {
      throw AccessError("\(fault): \(error)", exitCode: EX_NOINPUT)
    }
    guard let text = String(validating: bytes, as: UTF8.self), !text.contains("\0") else {
      throw AccessError("\(fault): \(name) is not a text", exitCode: EX_DATAERR)
    }
    // Editors add a line feed at the end; no password ends with one.
    let password = text.droppingLast { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
    guard !password.isEmpty else {
      throw AccessError("\(fault): \(name) is empty", exitCode: EX_DATAERR)
    }
    return password
  }

  /// The longest password that brokers accept, in bytes.
  private static let longest = 65_535

  /// Returns why others may have read or chosen the password; `nil` if they cannot have.
  private static func exposure(of descriptor: CInt, _ path: String) -> String? {
    let name = path.escapedForTerminal
    if let fault = FileTrust.user.fault(of: descriptor, named: name) { return fault }
    guard let status = stat(of: descriptor) else { return "\(name) cannot be examined; check it" }
    guard status.st_mode & (S_IRWXG | S_IRWXO) == 0 else {
      return "others may read \(name); run \"chmod go= \(name)\""
    }
    return nil
  }
}

/// Text in which every three bytes are four characters (RFC 4648 §4), as in `Authorization: Basic`.
package enum Base64 {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  package static func encode(_ bytes: some Collection<UInt8>) -> String {
    var text: [UInt8] = []
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let three = rest.prefix(3)
      rest = rest.dropFirst(3)
      let number = three.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - three.count))
      for place in 0..<4 {
        text.append(
          place <= three.count ? digits[number >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
