// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
import LinuxSystem
package import NavigationAuthentication

/// A folder with the files of the European GNSS Service Centre, in place of the keys with which this program ships.
///
/// All files in it that are named `OSNMA_MerkleTree….xml` or `OSNMA_PublicKey….xml` are read. If one of them cannot be used,
/// nothing in the folder is trusted. Neither is a file or folder that another user can have written.
package struct GalileoKeyFolder: Hashable, Sendable {
  package let anchors: TrustAnchors
  /// What was left out, since its validity has ended, for people.
  package let expired: [String]

  /// Why a folder cannot be used.
  package struct Failure: Error, Hashable, CustomStringConvertible {
    package let description: String
  }

  /// The most files that are read.
  static let mostFiles = 100

  /// - Parameter now: the time, in seconds since 1970, by which files have to be valid; `nil` for a recording, which may be older
  ///   than any of them.
  package init(
    _ path: String, at now: Double?, _ cryptography: OpenSSLCryptography
  ) throws(Failure) {
    let names = try Self.names(in: path)
    var files: [(path: String, file: GalileoKeyFile)] = []
    for name in names {
      let file = "\(path)/\(name)"
      files.append((file, try Self.reading(file) { () throws(Fault) in try Self.read(file) }))
    }
    try self.init(files, folder: path, at: now, cryptography)
  }

  /// Decides what is trusted.
  init(
    _ files: [(path: String, file: GalileoKeyFile)], folder: String, at now: Double?,
    _ cryptography: OpenSSLCryptography
  ) throws(Failure) {
    func isOver(_ file: GalileoKeyFile) -> Bool {
      if let now, let end = file.end { end < now } else { false }
    }
    var (known, expired): (Set<Leaf>, [String]) = ([], [])
    var (roots, keys, withdrawn): ([MerkleRoot], [PublicKey], Set<PublicKey>) = ([], [], [])
    for (path, file) in files {
      guard case .tree(let hash, let leaves, let treeKeys) = file.content else { continue }
      let root = MerkleRoot(hash: hash)
      guard let root, leaves.allSatisfy({ $0.root(cryptography) == root }) else {
        throw Self.failure(
          path, "its key does not lead to the root of its tree; \(GalileoKeyFile.advice)")
      }
      try Self.check(treeKeys, path, cryptography)
      for (leaf, key) in zip(leaves, treeKeys) { known.insert(Leaf(index: leaf.index, key: key)) }
      if isOver(file) {
        expired.append("\(path.escapedForTerminal) is not used: it has expired")
      } else {
        if !roots.contains(root) { roots.append(root) }
        keys += treeKeys
      }
    }
    for (path, file) in files {
      guard case .key(let key, let leaf) = file.content else { continue }
      try Self.check([key], path, cryptography)
      guard known.contains(Leaf(index: leaf, key: key)) else {
        throw Self.failure(
          path,
          "no tree in the folder has this key; download the OSNMA_MerkleTree file of key \(key.identifier), too"
        )
      }
      if isOver(file) {
        expired.append("\(path.escapedForTerminal) is not used: it has expired")
        withdrawn.insert(key)
      }
    }
    guard !roots.isEmpty else {
      let reason =
        expired.isEmpty
        ? "it has no OSNMA_MerkleTree….xml" : "every tree in it has expired"
      throw Self.failure(
        folder, "\(reason); download the current one from the European GNSS Service Centre")
    }
    var seen = withdrawn
    anchors = TrustAnchors(roots: roots, publicKeys: keys.filter { seen.insert($0).inserted })
    self.expired = expired
  }

  private struct Leaf: Hashable {
    let index: Int
    let key: PublicKey
  }

  private static func check(
    _ keys: [PublicKey], _ path: String, _ cryptography: OpenSSLCryptography
  ) throws(Failure) {
    guard keys.allSatisfy(cryptography.isOnCurve) else {
      throw failure(path, "its key is not a point of its curve; \(GalileoKeyFile.advice)")
    }
  }

  // MARK: Reading

  /// Why something in the folder cannot be read.
  private enum Fault: Error {
    case path(TrustedPath.Fault)
    case system(SystemError)
    case content(GalileoKeyFile.Problem)
    case kind(String)
  }

  private static func failure(_ path: String, _ reason: String) -> Failure {
    Failure(description: "cannot use \(path.escapedForTerminal): \(reason)")
  }

  private static func reading<Value>(
    _ path: String, _ body: () throws(Fault) -> Value
  ) throws(Failure) -> Value {
    do throws(Fault) {
      return try body()
    } catch {
      switch error {
      case .path(.system(let number)): throw failure(path, describe(errno: number))
      case .path(.untrusted(let reason)), .kind(let reason): throw failure(path, reason)
      case .system(let error) where error.errno == EFBIG:
        throw failure(path, "it is too large for a key file; \(GalileoKeyFile.advice)")
      case .system(let error): throw failure(path, describe(errno: error.errno))
      case .content(let problem): throw failure(path, problem.description.escapedForTerminal)
      }
    }
  }

  private static func names(in path: String) throws(Failure) -> [String] {
    let names = try reading(path) { () throws(Fault) in
      let folder = try open(path, O_DIRECTORY)
      return Folder.names(in: folder).filter {
        $0.hasSuffix(".xml")
          && ($0.hasPrefix("OSNMA_MerkleTree") || $0.hasPrefix("OSNMA_PublicKey"))
      }.sorted()
    }
    guard names.count <= mostFiles else {
      throw failure(path, "it has more than \(mostFiles) key files; remove the old ones")
    }
    return names
  }

  private static func read(_ path: String) throws(Fault) -> GalileoKeyFile {
    let file = try open(path, 0)
    defer { close(file) }
    guard stat(of: file)?.kind == S_IFREG else {
      throw .kind("it is not a file; \(GalileoKeyFile.advice)")
    }
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try WholeFile.read(file, path, limit: GalileoKeyFile.largest)
    } catch { throw .system(error) }
    do throws(GalileoKeyFile.Problem) { return try GalileoKeyFile(bytes) } catch {
      throw .content(error)
    }
  }

  /// Opens what no other user can have written or exchanged.
  private static func open(_ path: String, _ flags: CInt) throws(Fault) -> CInt {
    let real: String
    do throws(TrustedPath.Fault) {
      let isFolder = flags & O_DIRECTORY != 0
      real = try isFolder ? TrustedPath.resolve(folder: path) : TrustedPath.resolve(path)
      // A folder may be opened by those who may not write to it only.
      guard try TrustedPath.status(of: real) != nil else { throw .system(ENOENT) }
    } catch { throw .path(error) }
    // A pipe does not block, and a device is not touched.
    let descriptor = retryingOnInterrupt {
      Glibc.open(real.pathBytes, flags | O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    }
    guard descriptor >= 0 else { throw .path(.system(errno)) }
    return movedAboveStandard(descriptor)
  }
}
