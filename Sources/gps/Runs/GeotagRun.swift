// Core Location for Linux. SPDX-License-Identifier: MIT
#if Publishing
  import EarthData
  import GNSS
  import Glibc
  import LinuxSystem
  import LocationFormats
  import LocationPublishing

  /// A run of `gps geotag`: finds out where photos were taken, writes it into them, and verifies it.
  struct GeotagRun {
    let store: PositionStore
    let exiftool: ExifTool
    /// How far the camera's clock is ahead of UTC, seconds; `nil` for what each photo says.
    let ahead: Double?
    let isDry: Bool
    let towns = TownFile.towns()

    /// A file by its name, and which one it was when it was looked at.
    private struct Photo {
      let name: String
      let identity: FileIdentity
    }

    private struct Placed {
      let photo: Photo
      let position: PhotoPosition
      let reason: String
    }

    /// - Returns: whether all photos were placed.
    func run(_ photos: [String]) throws -> Bool {
      let readable = photos.compactMap(file)
      let dates = try exiftool.run(
        readable.map { .init(options: ["-j"] + PhotoTime.tags.map { "-\($0)" }, file: $0.name) })
      var placed = try zip(readable, dates).compactMap(place)
      if !isDry, !placed.isEmpty { placed = try write(placed) }
      var output = StandardOutput()
      for photo in placed { try output.line(line(photo)) }
      try output.flush()
      let counts = "\(placed.count) of \(counted(photos.count, "photo"))"
      complain(
        isDry
          ? "would place \(counts)"
          : "placed \(counts)"
            + (placed.isEmpty ? "" : "; the originals are kept as NAME_original"))
      return placed.count == photos.count
    }

    /// Returns the file with a name, or reports why there is none; exiftool would go through a folder.
    private func file(_ name: String) -> Photo? {
      guard let status = fileStatus(name) else {
        complain("cannot read \(name): \(describe(errno: errno)); check the name")
        return nil
      }
      guard status.kind == S_IFREG else {
        complain("cannot read \(name): it is not a file; name the photos in it")
        return nil
      }
      guard ExifTool.canName(name) else {
        complain(
          "cannot read \(name): exiftool cannot be given a name with a line break; rename it")
        return nil
      }
      return Photo(name: name, identity: status.identity)
    }

    /// Returns whether a name still is that of the file that was looked at; otherwise, reports it.
    private func isUnchanged(_ photo: Photo) -> Bool {
      guard let now = file(photo.name) else { return false }
      guard now.identity == photo.identity else {
        complain(
          "cannot write the place into \(photo.name): it has become another file; try again")
        return false
      }
      return true
    }

    private func place(_ photo: Photo, _ answer: ExifTool.Answer) throws -> Placed? {
      guard let tags = answer.tags, tags["Error"] == nil else {
        let reason = answer.tags?["Error"]?.string ?? answer.complaint ?? "exiftool cannot read it"
        complain("cannot place \(photo.name): \(reason); is it a photo?")
        return nil
      }
      guard let time = PhotoTime(tags) else {
        complain(
          "cannot place \(photo.name): it does not say when it was taken; set its DateTimeOriginal")
        return nil
      }
      let moment = time.moment(ahead: ahead)
      let (before, after) = try store.neighbors(of: moment.time) {
        TripFix($0)?.isUsable ?? false
      }
      let taken = FixTime(nanosecondsSince1970: moment.time)
      if let before, let after, let fix = Fix(at: moment.time, between: before, and: after) {
        return Placed(
          photo: photo, position: PhotoPosition(fix: fix),
          reason: "\(String(taken)) by \(moment.reason)")
      }
      let gap =
        switch (before, after) {
        case (nil, nil): "the track is empty"
        case (nil, let after?): "the track begins at \(Self.time(of: after))"
        case (let before?, nil): "the track ends at \(Self.time(of: before))"
        case (let before?, let after?):
          "the track has a gap from \(Self.time(of: before)) to \(Self.time(of: after))"
        }
      complain(
        "cannot place \(photo.name): it was taken at \(String(taken)) by \(moment.reason), and \(gap); check --offset"
      )
      return nil
    }

    private static func time(of fix: Fix) -> String { fix.time.map { String($0) } ?? "" }

    private func write(_ placed: [Placed]) throws -> [Placed] {
      let placed = placed.filter { isUnchanged($0.photo) }
      let written = try exiftool.run(
        placed.map { .init(options: $0.position.options, file: $0.photo.name) })
      let read = try exiftool.run(
        placed.map { .init(options: PhotoPosition.readingOptions, file: $0.photo.name) })
      return zip(placed, zip(written, read)).compactMap { photo, answers in
        if let tags = answers.1.tags, photo.position.isWritten(in: tags) { return photo }
        let reason = answers.0.complaint ?? "it says something else when it is read back"
        complain("cannot write the place into \(photo.photo.name): \(reason); check the file")
        return nil
      }
    }

    private func line(_ photo: Placed) -> String {
      let fix = photo.position.fix
      let town = towns?.town(around: fix.latitude, fix.longitude).map { ", " + $0.name } ?? ""
      return printable("\(photo.photo.name): \(photo.position.text)\(town), taken \(photo.reason)")
    }
  }
#endif
