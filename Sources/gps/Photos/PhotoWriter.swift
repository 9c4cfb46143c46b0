// Core Location for Linux. SPDX-License-Identifier: MIT

import GPSTool
import Glibc
import LinuxSystem

/// Writes positions into photos: into copies in a folder of our own, which then take the place of the photos.
///
/// exiftool creates files beside the one that it writes to. In a folder to which others may write, they could lay a link in
/// their place.
struct PhotoWriter {
  let exiftool: ExifTool

  /// How the originals are called: a photo's name and this, as with exiftool.
  static let suffix = "_original"
  /// The most bytes and photos that are copied at a time; a photo of more bytes is copied alone.
  static let largestBatch = (bytes: 256 << 20, photos: 100)

  /// Divides photos into those that are copied at a time.
  static func batches<Photo>(_ photos: [Photo], size: (Photo) -> Int) -> [ArraySlice<Photo>] {
    var batches: [ArraySlice<Photo>] = []
    var (start, bytes) = (0, 0)
    for (index, photo) in photos.enumerated() {
      bytes += size(photo)
      let isFull = bytes > largestBatch.bytes || index - start >= largestBatch.photos
      guard isFull, index > start else { continue }
      batches.append(photos[start..<index])
      (start, bytes) = (index, size(photo))
    }
    return start < photos.count ? batches + [photos[start...]] : batches
  }

  /// Writes the position of each photo into it, and reads it back before it takes the photo's place.
  ///
  /// - Returns: for each photo, why it is as it was; `nil` if it has its position.
  func write(_ photos: [(file: PhotoFile, position: PhotoPosition)]) throws -> [String?] {
    let folder = try WorkingFolder()
    let copies = photos.indices.map { index in
      Result { () throws(Failure) in
        try Copy(of: photos[index].file, to: "\(folder.path)/\(index)")
      }
    }
    let commands = zip(copies, photos).flatMap { copy, photo -> [ExifTool.Command] in
      guard let path = try? copy.get().path else { return [] }
      let limit = ExifTool.limit(bytes: photo.file.size)
      let writing = ["-overwrite_original"] + photo.position.options
      return [writing, PhotoPosition.readingOptions].map {
        ExifTool.Command(options: $0, file: path, limit: limit)
      }
    }
    var answers = try exiftool.run(commands)[...]
    return zip(copies, photos).map { copy, photo in
      do throws(Failure) {
        let copy = try copy.get()
        let (written, read) = (answers.removeFirst(), answers.removeFirst())
        guard let tags = read.tags, photo.position.isWritten(in: tags) else {
          let reason = written.complaint?.replacing(" - \(copy.path)", with: "")
          throw Self.failure(
            photo.file.name,
            (reason ?? "the position read back differs") + "; check the file")
        }
        try copy.takePlace()
        return nil
      } catch {
        return error.description
      }
    }
  }

  static func failure(_ name: String, _ reason: String) -> Failure {
    Failure("cannot write the place into \(name): \(reason)", EX_DATAERR)
  }

  static func reason(errno number: CInt) -> String {
    switch number {
    case ESTALE: "the file was replaced meanwhile; try again"
    case ENOSPC, EDQUOT: "the disk is full; make room there and in /var/tmp, or set TMPDIR"
    case EEXIST: "NAME\(suffix) is not a file; rename it"
    default: "\(describe(errno: number)); check its folder"
    }
  }
}

/// A copy of a photo in a folder of our own.
private struct Copy {
  let path: String
  private let photo: FolderEntry
  private let status: stat

  /// - Parameter path: of the copy, to which the photo's extension is appended: exiftool goes by it.
  init(of file: PhotoFile, to path: String) throws(Failure) {
    (photo, status) = try file.entry()
    let ending = file.name.split(separator: ".").last.map(String.init) ?? ""
    let isExtension =
      (1...5).contains(ending.utf8.count) && ending.utf8.allSatisfy(\.isLetterOrDigit)
    self.path = isExtension ? "\(path).\(ending)" : path
    do throws(SystemError) {
      let source = try photo.open(status.identity)
      defer { close(source) }
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
      let copy = Glibc.open(self.path.pathBytes, flags, 0o600)
      guard copy >= 0 else { throw SystemError("write", self.path, errno: errno) }
      defer { close(copy) }
      let number = WholeFile.copy(source, to: copy)
      guard number == 0 else { throw SystemError("write", self.path, errno: number) }
    } catch {
      throw PhotoWriter.failure(file.name, PhotoWriter.reason(errno: error.errno))
    }
  }

  func takePlace() throws(Failure) {
    let content = Glibc.open(path.pathBytes, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard content >= 0 else {
      throw PhotoWriter.failure(photo.path, PhotoWriter.reason(errno: errno))
    }
    defer { close(content) }
    do throws(SystemError) {
      try photo.replace(status, with: content, keepingAs: PhotoWriter.suffix)
    } catch {
      throw PhotoWriter.failure(photo.path, PhotoWriter.reason(errno: error.errno))
    }
  }
}
