// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem

/// Untrusted words for a terminal, with their width in columns: the largest one, where terminals differ.
struct TerminalWords: CustomStringConvertible {
  /// A character with its width in columns; one that must not be shown is replaced by its number.
  private struct Piece {
    let text: String
    let cells: Int

    init(_ scalar: Unicode.Scalar) {
      text = scalar.isPrintable ? String(scalar) : String(scalar).escapedForTerminal
      cells = scalar.isPrintable ? scalar.mostCells : text.utf8.count
    }
  }

  private let words: [[Piece]]

  /// Joins text of several lines into one, cut at `longest` columns.
  init(_ text: String, longest: Int) {
    var room = longest
    var isCut = false
    var words: [[Piece]] = []
    for word in Self.words(text) {
      guard !isCut else { break }
      var kept: [Piece] = []
      for piece in word {
        room -= piece.cells
        guard room >= 0 else {
          isCut = true
          break
        }
        kept.append(piece)
      }
      room -= 1
      words.append(kept)
    }
    if isCut { words[words.count - 1].append(Piece("…")) }
    self.words = words
  }

  /// Shortens a path that is longer than `longest` columns by leaving out its middle.
  init(_ path: String, aroundMiddle longest: Int) {
    let pieces = path.unicodeScalars.map { Piece($0) }
    guard pieces.reduce(0, { $0 + $1.cells }) > longest else {
      words = [pieces]
      return
    }
    func fitting(_ pieces: some Sequence<Piece>) -> [Piece] {
      var room = longest / 2
      return Array(
        pieces.prefix {
          room -= $0.cells
          return room >= 0
        })
    }
    words = [fitting(pieces) + [Piece("…")] + fitting(pieces.reversed()).reversed()]
  }

  /// Combines the program's own text with such words.
  init(parts: [String]) { words = parts.flatMap(Self.words) }

  private static func words(_ text: String) -> [[Piece]] {
    text.unicodeScalars.split { $0.properties.isWhitespace }.map { word in word.map { Piece($0) } }
  }

  /// The complete text, on one line.
  var description: String {
    words.map { $0.map(\.text).joined() }.joined(separator: " ")
  }

  /// Returns rows of at most `width` columns, broken between words where possible; at least one row.
  func rows(width: Int) -> [String] {
    var rows = [""]
    var room = width
    for word in words {
      let cells = word.reduce(0) { $0 + $1.cells }
      let isFirst = room == width
      if !isFirst, cells + 1 <= room {
        rows[rows.count - 1] += " "
        room -= 1
      } else if !isFirst {
        rows.append("")
        room = width
      }
      for piece in word {
        if piece.cells > room, room < width {
          rows.append("")
          room = width
        }
        rows[rows.count - 1] += piece.text
        room -= piece.cells
      }
    }
    return rows
  }
}
