// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GPSTool
import Glibc
import LinuxSystem

/// The form of a picture in a file, which follows from the file's name.
enum PictureFormat: String, CaseIterable {
  case svg, png

  /// - Parameter output: a file, or `-` for standard output, which is SVG like what goes to a pipe or a device.
  init(output: String) throws {
    if output == "-" || isStream(output) {
      self = .svg
      return
    }
    let name = output.split(separator: "/").last.map(String.init) ?? output
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, let format = Self(rawValue: String(parts[parts.count - 1]).lowercased())
    else {
      throw Failure(
        "cannot draw \(printable(output)): its name ends neither with .svg nor with .png; choose one of them",
        EX_USAGE)
    }
    self = format
  }

  /// Returns the program that makes this format out of SVG; `nil` if none is needed.
  func converter() throws -> PictureConverter? { self == .svg ? nil : try PictureConverter() }
}

/// The program `rsvg-convert`, which draws SVG in pixels.
struct PictureConverter {
  private let path: String

  /// Twice as many pixels as the picture has units, as screens and printers have.
  private static let zoom = "2"
  /// The most that it may allocate, in bytes.
  private static let memory = 2 << 30
  private static let patience = Duration.seconds(120)

  init() throws {
    guard let path = try? ProgramPath.find("rsvg-convert"), path.hasPrefix("/") else {
      throw Failure(
        "cannot draw a PNG: rsvg-convert is not installed; install librsvg2-bin, or choose a name that ends with .svg",
        EX_UNAVAILABLE)
    }
    self.path = path
  }

  /// Returns the picture as PNG.
  func png(of svg: [UInt8], endingBy interruption: CInt) throws -> [UInt8] {
    // A picture with many map tiles is longer than it accepts otherwise.
    let program = try BoundedProgram(
      path, ["--format=png", "--zoom=\(Self.zoom)", "--unlimited"], input: svg,
      memory: Self.memory)
    var (picture, complaints): ([UInt8], [UInt8]) = ([], [])
    let deadline = monotonicNow() + Self.patience
    while true {
      switch program.next(by: deadline, orReadable: interruption) {
      case .output(let bytes): picture += bytes
      case .complaints(let bytes): complaints += bytes.prefix(1000 - min(1000, complaints.count))
      case .interrupted: throw ExitCode(128 + SIGINT)
      case .late: throw Failure("cannot draw a PNG: rsvg-convert takes too long", EX_TEMPFAIL)
      case .ended:
        guard picture.starts(with: [0x89, 0x50, 0x4E, 0x47]) else {
          let line = complaints.split(separator: 0x0A).first.map {
            printable(String(decoding: $0, as: UTF8.self))
          }
          throw Failure(
            "cannot draw a PNG: rsvg-convert made none\(line.map { " (\($0))" } ?? ""); choose a name that ends with .svg",
            EX_SOFTWARE)
        }
        return picture
      }
    }
  }
}
