// Core Location for Linux. SPDX-License-Identifier: MIT
//
// The fast way from bytes to messages. What is inlinable becomes part of the loop of whoever reads; what it
// calls stays here.

/// The kinds of sentences that are handed over by their own names.
@usableFromInline
enum SentenceKind: UInt8, Sendable {
  case gga
  case rmc
  case gsa
  case vtg
  case gsv
  case gll
  case other
}

extension SentenceFramer {
  /// The sentence that is read next.
  struct Current: Sendable {
    /// Its address if that has five characters, packed into a word; else 0.
    var address: UInt64 = 0
    /// Where the first field starts.
    var fieldsStart = 0
    /// Where the last field ends.
    var fieldsEnd = 0

    @inline(__always)
    var talker: Talker { Talker(rawValue: UInt16(truncatingIfNeeded: address)) }

    @inline(__always)
    var kind: SentenceKind {
      // A maker's address, but for PQGSA and PQGSV, which few send.
      guard address[byte: 0] != UInt8(ascii: "P") else { return .other }
      return switch UInt32(truncatingIfNeeded: address &>> 16) {
      case .gsv: .gsv
      case .gsa: .gsa
      case .gga: .gga
      case .rmc: .rmc
      case .vtg: .vtg
      case .gll: .gll
      default: .other
      }
    }
  }

  /// Takes bytes, all of them, and hands over each message that they complete.
  ///
  /// The messages are those that ``push(_:)`` and ``nextMessage()`` give in turns.
  ///
  /// - Parameters:
  ///   - bytes: what was received, in pieces of any size.
  ///   - visitor: takes the messages.
  ///   - output: what the visitor calls with what it has to tell.
  @inlinable
  public mutating func read<Visitor: MessageVisitor>(
    _ bytes: RawSpan, into visitor: inout Visitor, _ output: (Visitor.Output) -> Void
  ) {
    var offset = 0
    while offset < bytes.byteCount {
      offset &+= push(bytes.extracting(offset..<bytes.byteCount))
      while let kind = advance() {
        switch kind {
        case .gsv:
          let message = gsv()
          if isToBeTold({ visitor.visit($0, output) }) { visitor.visit(message, output) }
        case .gsa:
          let message = gsa()
          if isToBeTold({ visitor.visit($0, output) }) { visitor.visit(message, output) }
        case .gga:
          let message = gga()
          if isToBeTold({ visitor.visit($0, output) }) { visitor.visit(message, output) }
        case .rmc:
          let message = rmc()
          if isToBeTold({ visitor.visit($0, output) }) { visitor.visit(message, output) }
        case .vtg:
          let message = vtg()
          if isToBeTold({ visitor.visit($0, output) }) { visitor.visit(message, output) }
        case .gll:
          let message = gll()
          if isToBeTold({ visitor.visit($0, output) }) { visitor.visit(message, output) }
        case .other:
          let message = other()
          if isToBeTold({ visitor.visit($0, output) }) { visitor.take(message, output) }
        }
      }
    }
  }

  /// Whether the message just read can be used; tells first of what was dropped.
  @inlinable
  @inline(__always)
  mutating func isToBeTold(_ tell: (Defects) -> Void) -> Bool {
    guard mayHaveDropped else { return true }
    if isUnusable {
      isUnusable = false
      return false
    }
    mayHaveDropped = false
    tell(defects)
    return true
  }

  /// Goes on to the next sentence and says of which kind it is; `nil` when there is none.
  @usableFromInline
  @inline(never)
  mutating func advance() -> SentenceKind? {
    guard let sentence = intactSentence() else { return advanceAnyway() }
    cursor = sentence.end
    current = Current(
      address: sentence.address, fieldsStart: sentence.fieldsStart, fieldsEnd: sentence.body)
    return current.kind
  }

  @inline(never)
  private mutating func advanceAnyway() -> SentenceKind? {
    mayHaveDropped = true
    guard let sentence = anySentence() else { return nil }
    goOn(with: sentence)
    return current.kind
  }

  mutating func goOn(with sentence: Sentence) {
    let hasFive = sentence.address.count == 5
    if !hasFive { unusualAddress = sentence.address }
    current = Current(
      address: hasFive ? sentence.address.low : 0, fieldsStart: sentence.fieldsStart,
      fieldsEnd: sentence.fieldsEnd)
  }

  // MARK: - One function for each kind, into which its reader is compiled

  @usableFromInline
  mutating func gga() -> GGA { read() }

  @usableFromInline
  mutating func rmc() -> RMC { read() }

  @usableFromInline
  mutating func gsa() -> GSA { read() }

  @usableFromInline
  mutating func vtg() -> VTG { read() }

  @usableFromInline
  mutating func gsv() -> GSV { read() }

  @usableFromInline
  mutating func gll() -> GLL { read() }

  @inline(__always)
  private mutating func read<Content: SatelliteSentence>() -> Content {
    var fields = fields
    let message = Content(&fields, talker: current.talker)
    note(fields.trouble)
    return message
  }

  @usableFromInline
  @inline(never)
  mutating func other() -> Message {
    var fields = fields
    let message =
      current.address == 0
      ? Message(unusualAddress, &fields) : Message(fiveCharacters: current.address, &fields)
    // Makers may put what they like into fields that nobody here knows.
    if case .other = message { return message }
    note(fields.trouble)
    return message
  }

  private var fields: FieldReader {
    @_lifetime(borrow self)
    @inline(__always)
    get { FieldReader(buffer.rawSpan, from: current.fieldsStart, to: current.fieldsEnd) }
  }

  /// Counts fields that could not be read.
  @inline(__always)
  private mutating func note(_ trouble: FieldReader.Trouble) {
    if trouble.unreadable != 0 { count(trouble) }
  }

  @inline(never)
  private mutating func count(_ trouble: FieldReader.Trouble) {
    mayHaveDropped = true
    defects.unreadableFields += trouble.unreadable
    guard trouble.isUnusable else { return }
    defects.unreadableSentences += 1
    isUnusable = true
  }
}

/// A sentence whose fields are read in one go, and which says who sends it.
private protocol SatelliteSentence {
  init(_ fields: inout FieldReader, talker: Talker)
}

extension GGA: SatelliteSentence {}
extension RMC: SatelliteSentence {}
extension GSA: SatelliteSentence {}
extension VTG: SatelliteSentence {}
extension GSV: SatelliteSentence {}
extension GLL: SatelliteSentence {}
