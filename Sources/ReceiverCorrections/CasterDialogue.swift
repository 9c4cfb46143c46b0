// Core Location for Linux. SPDX-License-Identifier: MIT

import LinuxSystem

/// Why a caster's answer is not the data that was asked for.
package enum CasterVerdict: Hashable, Sendable {
  case wrongPassword
  /// There is no such mountpoint; the table, if the caster has sent it instead.
  case unknownMountpoint(SourceTable?)
  case table(SourceTable)
  /// It is another kind of server; the beginning of what it sent.
  case notACaster(String)
  /// It wants nothing of this address for a while.
  case banned(String)
  /// It refuses, in its own words.
  case refused(String)
  /// The data is somewhere else, at this URL or path.
  case redirect(String)
  /// It has closed the connection without an answer.
  case nothing
}

/// One connection to a caster: what its bytes mean, wherever they are split.
struct CasterDialogue {
  enum Outcome: Hashable {
    /// The data begins: the request has been granted.
    case accepted
    case data([UInt8])
    case ended(CasterVerdict)
    /// The end of data, framed as such by the caster.
    case finished
  }

  private enum Stage {
    /// The lines up to the empty one, as read so far.
    case head([UInt8])
    /// Data of version 1, after a line end that many casters send and some do not.
    case optionalLineEnd([UInt8])
    case data(ChunkedBody?)
    case table(SourceTable, ChunkedBody?)
    /// A refusal with its text, as far as it has come.
    case refusal(CasterVerdict, [UInt8])
    case over
  }

  private var stage: Stage
  /// Whether the table was asked for, so that it is no sign of an unknown mountpoint.
  private let wantsTable: Bool
  /// How much of a table has come, with all that surrounds its rows.
  private var tableBytes = 0

  private static let longestHead = 8192
  /// The longest line in a head: that of a redirect.
  private static let longestLine = 2048
  /// How much of a refusal's text is looked at.
  private static let longestText = 2048

  /// - Parameter isCaster: whether the server speaks NTRIP; if not, all it sends is data.
  init(isCaster: Bool = true, wantsTable: Bool = false) {
    stage = isCaster ? .head([]) : .data(nil)
    self.wantsTable = wantsTable
  }

  /// Whether it sends a table, which must not take long.
  var isReadingTable: Bool { if case .table = stage { true } else { false } }

  /// Whether a refusal's text may still come, which is not worth a long wait.
  var isRefusing: Bool { if case .refusal = stage { true } else { false } }

  mutating func received(_ bytes: ArraySlice<UInt8>) -> [Outcome] {
    switch stage {
    case .over: return []
    case .head(let head): return readHead(head + bytes)
    case .optionalLineEnd(let begun): return skipLineEnd(begun + bytes)
    case .data(nil): return [.data(Array(bytes))]
    case .data(var chunks?):
      let content = chunks.decode(bytes)
      stage = .data(chunks)
      var outcomes: [Outcome] = content.isEmpty ? [] : [.data(content)]
      if chunks.isAtEnd { outcomes.append(end(.finished)) }
      if chunks.isDamaged { outcomes.append(end(.ended(.refused("its chunks are damaged")))) }
      return outcomes
    case .table(var table, var chunks):
      table.read(chunks == nil ? Array(bytes) : chunks?.decode(bytes) ?? [])
      tableBytes += bytes.count
      if !table.isComplete, tableBytes >= SourceTable.mostBytes { table.cutOff() }
      stage = .table(table, chunks)
      if chunks?.isDamaged == true { return [end(.ended(.refused("its chunks are damaged")))] }
      return table.isComplete || chunks?.isAtEnd == true ? closed() : []
    case .refusal(let verdict, let text):
      stage = .refusal(verdict, text + bytes)
      return text.count + bytes.count >= Self.longestText ? closed() : []
    }
  }

  /// Processes the end of the connection, or of the patience with it.
  mutating func closed() -> [Outcome] {
    switch stage {
    case .over, .data: return []
    case .optionalLineEnd(let begun):
      stage = .over
      return begun.isEmpty ? [] : [.data(begun)]
    case .head(let head):
      // RTKLIB's caster sends only the first line, and closes.
      let refusal = Self.refusal(head)
      return [end(.ended(head.isEmpty ? .nothing : refusal ?? .notACaster(Self.shown(head))))]
    case .table(var table, _):
      table.finish()
      let isCutOff = !table.isComplete && table.streams.isEmpty
      if wantsTable { return [end(.ended(isCutOff ? .nothing : .table(table)))] }
      return [end(.ended(.unknownMountpoint(table.streams.isEmpty ? nil : table)))]
    case .refusal(let verdict, let text):
      return [end(.ended(Self.isBan(text) ? .banned(Self.shown(text)) : verdict))]
    }
  }

  private mutating func end(_ outcome: Outcome) -> Outcome {
    stage = .over
    return outcome
  }

  private mutating func reject(_ head: [UInt8]) -> [Outcome] {
    [end(.ended(.notACaster(Self.shown(head))))]
  }

  // MARK: The head

  private mutating func readHead(_ head: [UInt8]) -> [Outcome] {
    stage = .head(head)
    guard let lineEnd = head.firstIndex(of: UInt8(ascii: "\n")) else {
      // A caster's first line is short, and a text.
      let isText = head.allSatisfy { (0x20..<0x7F).contains($0) || $0 == 0x0D }
      return head.count < 512 && isText ? [] : reject(head)
    }
    guard lineEnd <= Self.longestLine else { return reject(head) }
    let line = Self.text(head[..<lineEnd])
    let rest = Array(head[(lineEnd + 1)...])
    if line.hasPrefix("ICY 200") {
      stage = .optionalLineEnd([])
      return [.accepted] + (rest.isEmpty ? [] : skipLineEnd(rest))
    }
    if line.hasPrefix("SOURCETABLE 200") {
      stage = .table(SourceTable(), nil)
      return received(rest[...])
    }
    if line.hasPrefix("ERROR") || line.hasPrefix("ICY ") {
      stage = .refusal(Self.refusal(head) ?? .refused(Self.shown(head)), head)
      return []
    }
    guard let status = Self.status(line) else { return reject(head) }
    let headEnd = Self.headEnd(head)
    let lines = head[..<(headEnd ?? head.count)].split(separator: UInt8(ascii: "\n"))
    guard lines.allSatisfy({ $0.count <= Self.longestLine }) else { return reject(head) }
    guard let headEnd else { return head.count < Self.longestHead ? [] : reject(head) }
    return answer(status, head, Array(head[headEnd...]))
  }

  private mutating func answer(_ status: Int, _ head: [UInt8], _ body: [UInt8]) -> [Outcome] {
    let fields = Self.fields(head)
    let type = fields["content-type"]?.lowercased() ?? ""
    let chunks =
      fields["transfer-encoding"]?.lowercased().contains("chunked") == true ? ChunkedBody() : nil
    if (300..<400).contains(status), let place = fields["location"] {
      return [end(.ended(.redirect(place)))]
    }
    if status != 200 {
      stage = .refusal(Self.refusal(head) ?? .refused(Self.shown(head)), [])
    } else if type.hasPrefix("gnss/sourcetable") || wantsTable && type.hasPrefix("text/plain") {
      stage = .table(SourceTable(), chunks)
    } else if type.hasPrefix("text/") {
      stage = .refusal(.notACaster(Self.shown(body.isEmpty ? head : body)), [])
    } else {
      stage = .data(chunks)
      return [.accepted] + (body.isEmpty ? [] : received(body[...]))
    }
    return received(body[...])
  }

  /// Drops one line end, if that is what comes next.
  private mutating func skipLineEnd(_ bytes: [UInt8]) -> [Outcome] {
    if bytes == [0x0D] {
      stage = .optionalLineEnd(bytes)
      return []
    }
    stage = .data(nil)
    let data = bytes.starts(with: [0x0D, 0x0A]) ? bytes.dropFirst(2) : bytes[...]
    return data.isEmpty ? [] : [.data(Array(data))]
  }

  // MARK: Words

  /// The status of a line such as `HTTP/1.1 200 OK`, also of one that lacks its end; `nil` if it is none.
  private static func status(_ line: String) -> Int? {
    guard line.hasPrefix("HTTP/1.") else { return nil }
    return Int(line.dropFirst("HTTP/1.x ".count).prefix(3))
  }

  /// The meaning of a refusal's first line; `nil` if it is none.
  private static func refusal(_ head: [UInt8]) -> CasterVerdict? {
    let line = text(head.prefix { $0 != 0x0A }).droppingLast(while: \.isWhitespace)
    if isBan(head) { return .banned(shown(head)) }
    if let status = status(line) {
      return switch status {
      case 401, 403: .wrongPassword
      case 404: .unknownMountpoint(nil)
      default: .refused(shown(Array(line.utf8)))
      }
    }
    let words = line.lowercased()
    guard words.hasPrefix("error") || words.hasPrefix("icy ") else { return nil }
    if words.contains("password") || words.contains("401") { return .wrongPassword }
    if words.contains("mount") || words.contains("404") { return .unknownMountpoint(nil) }
    return .refused(shown(Array(line.utf8)))
  }

  private static func isBan(_ bytes: [UInt8]) -> Bool {
    text(bytes.prefix(longestText)).lowercased().contains("banned")
  }

  /// Where the body begins; `nil` if the empty line has not come.
  private static func headEnd(_ head: [UInt8]) -> Int? {
    var isEmpty = false
    for (index, byte) in head.enumerated() {
      if byte == 0x0A {
        if isEmpty { return index + 1 }
        isEmpty = true
      } else if byte != 0x0D {
        isEmpty = false
      }
    }
    return nil
  }

  private static func fields(_ head: [UInt8]) -> [String: String] {
    var fields: [String: String] = [:]
    for line in text(head[...]).split(whereSeparator: \.isNewline).dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      fields[line[..<colon].lowercased()] =
        line[line.index(after: colon)...].drop(while: \.isWhitespace)
        .droppingLast(while: \.isWhitespace)
    }
    return fields
  }

  private static func text(_ bytes: some Collection<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  /// The beginning of what was sent, in one line, without the password that a server may send back with the request.
  private static func shown(_ bytes: [UInt8]) -> String {
    var words = text(bytes.prefix(400)).split(whereSeparator: \.isWhitespace)
    for index in words.indices.dropFirst() where words[index - 1].lowercased().hasSuffix("basic") {
      words[index] = "…"
    }
    return String(words.joined(separator: " ").prefix(80))
  }
}
