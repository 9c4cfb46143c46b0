// Core Location for Linux. SPDX-License-Identifier: MIT
//
// Files as a whole: read, and replaced so that nobody ever sees a half.

package import FoundationEssentials
import Glibc
import SerialLine

/// Files as they are kept for a person, by this and other modules.
package enum FileContent {
  /// Larger files are none of ours.
  static let largest = 1 << 22

  /// What a descriptor has to give; it stays open.
  static func read(_ descriptor: CInt, of path: String) throws(AuthorizationError) -> Data {
    var content = Data()
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      let count = retryingOnInterrupt { Glibc.read(descriptor, &buffer, buffer.count) }
      guard count >= 0 else { throw AuthorizationError(.read, path, errno: errno) }
      if count == 0 { return content }
      content.append(contentsOf: buffer.prefix(count))
      guard content.count <= largest else {
        throw AuthorizationError(.read, path, .damaged("more than \(largest) bytes"))
      }
    }
  }

  /// What a file holds; `nil` if it does not exist.
  package static func read(_ path: String) throws(AuthorizationError) -> Data? {
    // A pipe in its place must not be waited for.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw AuthorizationError(.read, path, errno: errno)
    }
    defer { close(descriptor) }
    return try read(descriptor, of: path)
  }

  /// Puts a new file in the place of the old one, when every byte is on the disk.
  ///
  /// Links are not followed: neither that of the name, which is replaced, nor one where the new file is made. Other
  /// users may neither read nor write it. For one writer a process at a time.
  package static func replace(_ path: String, with content: Data) throws(AuthorizationError) {
    let temporary = "\(path).\(getpid()).new"
    let descriptor = open(
      temporary, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw AuthorizationError(.write, path, errno: errno) }
    var number = write(content, to: descriptor)
    if number == 0, retryingOnInterrupt({ fsync(descriptor) }) != 0 { number = errno }
    close(descriptor)
    if number == 0, rename(temporary, path) != 0 { number = errno }
    guard number == 0 else {
      unlink(temporary)
      throw AuthorizationError(.write, path, errno: number)
    }
    synchronizeDirectory(of: path)
  }

  /// Writes all of it; returns 0, or the error number.
  static func write(_ content: Data, to descriptor: CInt) -> CInt {
    let bytes = Array(content)
    var done = 0
    while done < bytes.count {
      let count = retryingOnInterrupt {
        bytes.withUnsafeBytes {
          Glibc.write(descriptor, $0.baseAddress?.advanced(by: done), bytes.count - done)
        }
      }
      guard count >= 0 else { return errno }
      done += count
    }
    return 0
  }

  /// The new name is kept, too, when the power goes.
  private static func synchronizeDirectory(of path: String) {
    let descriptor = open(parent(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  /// The directory that a path is in.
  package static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Makes a directory and those above it, for this user alone.
  package static func makeDirectory(_ path: String) throws(AuthorizationError) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, path != "/" else {
      throw AuthorizationError(.write, path, errno: errno)
    }
    try makeDirectory(parent(of: path))
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
      throw AuthorizationError(.write, path, errno: errno)
    }
  }

  /// Why a decoder gave up, in one line.
  static func reason(_ error: any Error) -> String {
    guard let error = error as? DecodingError else { return "it cannot be decoded" }
    let (context, what) =
      switch error {
      case .keyNotFound(let key, let context): (context, "\(key.stringValue) is missing")
      case .typeMismatch(_, let context), .valueNotFound(_, let context):
        (context, "a value of the wrong type")
      case .dataCorrupted(let context):
        (
          context,
          context.codingPath.isEmpty && !context.debugDescription.hasPrefix("version")
            ? "not what it should be" : context.debugDescription
        )
      @unknown default: (DecodingError.Context(codingPath: [], debugDescription: ""), "unreadable")
      }
    let place = context.codingPath.map(\.stringValue).joined(separator: ".")
    return place.isEmpty ? what : "\(what) at \(place)"
  }
}
