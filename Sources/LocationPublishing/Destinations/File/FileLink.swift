// Core Location for Linux. SPDX-License-Identifier: MIT

import Glibc
package import LinuxSystem
package import TrackStore

/// Appends positions to a file, one line each; fdatasync(2) acknowledges a batch.
///
/// The file is opened for each batch, so that it may be moved away or deleted at any time, as logrotate does.
package final class FileLink: DeliveryLink {
  package let batchSize = 1000
  package let answersWhenOpened = true

  private let address: FileDestination
  private let stop: WakeUp

  /// - Parameter stop: ends every wait once it is signaled.
  package init(_ address: FileDestination, stop: WakeUp) {
    (self.address, self.stop) = (address, stop)
  }

  package func open() throws(DeliveryError) { Glibc.close(try descriptor()) }

  package func deliver(_ reports: [PositionReport]) throws(DeliveryError) -> Int {
    let descriptor = try descriptor()
    defer { unlockAndClose(descriptor) }
    guard retryingOnInterrupt({ flock(descriptor, LOCK_EX | LOCK_NB) }) == 0 else {
      throw .later(
        "cannot append to \(address): another process is writing to it; stop that process")
    }
    let size = lseek(descriptor, 0, SEEK_END)
    var lines: [UInt8] = []
    // A power cut may have left half a line, which must not be the beginning of the next.
    var last: UInt8 = 0
    if size > 0, pread(descriptor, &last, 1, size - 1) == 1, last != UInt8(ascii: "\n") {
      lines.append(UInt8(ascii: "\n"))
    }
    for report in reports { lines += report.json + [UInt8(ascii: "\n")] }
    var failure = WholeFile.write(lines, to: descriptor)
    if failure == 0, retryingOnInterrupt({ fdatasync(descriptor) }) != 0 { failure = errno }
    guard failure == 0 else {
      // The whole batch will be written again.
      ftruncate(descriptor, size)
      throw error(failure)
    }
    return reports.count
  }

  package func idle(untilReadable descriptor: CInt) throws(DeliveryError) {
    _ = firstReadable(of: stop.descriptor, descriptor)
  }

  package func close() {}

  /// Opens the file for appending, and creates it for its owner alone, since positions are private.
  private func descriptor() throws(DeliveryError) -> CInt {
    let path: String
    let isNew: Bool
    do throws(TrustedPath.Fault) {
      path = try TrustedPath.resolve(address.path)
      isNew = try TrustedPath.status(of: path) == nil
    } catch {
      switch error {
      case .system(let number): throw self.error(number)
      case .untrusted(let reason): throw refusal(reason, EX_NOPERM)
      }
    }
    // The folders may be links that only trusted users can have made. A link in the place of the file would hide where it is.
    if stat(ofLink: address.path)?.kind == S_IFLNK {
      throw refusal("it is a link; name the file itself", EX_NOPERM)
    }
    let flags = O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    let descriptor = retryingOnInterrupt { Glibc.open(path.pathBytes, flags, 0o600) }
    guard descriptor >= 0 else { throw error(errno) }
    guard let status = stat(of: descriptor), status.kind == S_IFREG, status.st_nlink <= 1 else {
      Glibc.close(descriptor)
      throw refusal("it is not a regular file with one name; name another one", EX_NOPERM)
    }
    if isNew { WholeFile.synchronizeDirectory(of: path) }
    return descriptor
  }

  private func refusal(_ reason: String, _ exitCode: CInt) -> DeliveryError {
    .refused("cannot append to \(address): \(reason.escapedForTerminal)", exitCode: exitCode)
  }

  private func error(_ number: CInt) -> DeliveryError {
    let reason = describe(errno: number)
    switch number {
    case ENOSPC, EDQUOT, EFBIG: return .later("cannot append to \(address): \(reason); make room")
    case EACCES, EPERM, EROFS: return refusal("\(reason); name a file of your own", EX_NOPERM)
    case EISDIR: return refusal("it is a directory; name a file in it", EX_NOINPUT)
    case ENOENT, ENOTDIR, ENXIO, ELOOP, ENAMETOOLONG:
      return refusal("\(reason); name a file in an existing directory", EX_NOINPUT)
    default: return .later("cannot append to \(address): \(reason); check the disk")
    }
  }
}
