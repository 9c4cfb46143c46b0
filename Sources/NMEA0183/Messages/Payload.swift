// Core Location for Linux. SPDX-License-Identifier: MIT

/// The content of a case of ``Message``: the fields of one sentence.
protocol Payload: Hashable, Sendable, Codable {
  /// The kind of sentence; if sentences share an address, as u-blox's do, the address and the first field.
  static var formatter: SentenceFormatter { get }

  /// The first word of the sentence; the first two fields, if sentences share the first.
  var address: String { get }

  /// Writes the fields in order.
  func write(to fields: inout FieldWriter)
}

/// The fields of a sentence of the standard, whose address names the talker.
protocol StandardPayload: Payload {
  var talker: Talker { get }

  /// Creates an empty message.
  init(talker: Talker)

  /// Reads the fields in order.
  init(_ fields: inout FieldReader, talker: Talker)
}

extension StandardPayload {
  var address: String { talker.description + Self.formatter.description }
}

/// The fields of a proprietary sentence.
protocol ProprietaryPayload: Payload {
  static var address: String { get }

  /// Creates an empty message.
  init()

  /// Reads the fields in order.
  init(_ fields: inout FieldReader)
}

extension ProprietaryPayload {
  static var address: String { formatter.description }
  var address: String { Self.address }
}

/// A sentence that names its fields once, for reading and for writing.
protocol FieldList: Payload {
  /// Reads the fields into this message, or writes them, in order.
  mutating func transfer(_ fields: inout some FieldTransfer & ~Escapable)
}

extension FieldList {
  func write(to fields: inout FieldWriter) {
    var message = self
    message.transfer(&fields)
  }
}

extension FieldList where Self: StandardPayload {
  init(_ fields: inout FieldReader, talker: Talker) {
    self.init(talker: talker)
    transfer(&fields)
  }
}

extension FieldList where Self: ProprietaryPayload {
  init(_ fields: inout FieldReader) {
    self.init()
    transfer(&fields)
  }
}

/// What is done with the structure of a message, whichever it is.
protocol PayloadVisitor {
  mutating func visit(_ payload: some Payload)
}

extension Message {
  /// Passes the associated structure on; returns false for `.other`, which has none.
  func accept(_ visitor: inout some PayloadVisitor) -> Bool {
    switch self {
    case .gga(let message): visitor.visit(message)
    case .rmc(let message): visitor.visit(message)
    case .gsa(let message): visitor.visit(message)
    case .vtg(let message): visitor.visit(message)
    case .gsv(let message): visitor.visit(message)
    case .gll(let message): visitor.visit(message)
    case .gns(let message): visitor.visit(message)
    case .gst(let message): visitor.visit(message)
    case .gbs(let message): visitor.visit(message)
    case .grs(let message): visitor.visit(message)
    case .zda(let message): visitor.visit(message)
    case .dtm(let message): visitor.visit(message)
    case .hdt(let message): visitor.visit(message)
    case .hdg(let message): visitor.visit(message)
    case .hdm(let message): visitor.visit(message)
    case .ths(let message): visitor.visit(message)
    case .hsc(let message): visitor.visit(message)
    case .rot(let message): visitor.visit(message)
    case .dpt(let message): visitor.visit(message)
    case .dbt(let message): visitor.visit(message)
    case .mtw(let message): visitor.visit(message)
    case .vhw(let message): visitor.visit(message)
    case .vlw(let message): visitor.visit(message)
    case .mwv(let message): visitor.visit(message)
    case .mwd(let message): visitor.visit(message)
    case .rsa(let message): visitor.visit(message)
    case .rmb(let message): visitor.visit(message)
    case .apb(let message): visitor.visit(message)
    case .xte(let message): visitor.visit(message)
    case .bwc(let message): visitor.visit(message)
    case .rma(let message): visitor.visit(message)
    case .vwr(let message): visitor.visit(message)
    case .vwt(let message): visitor.visit(message)
    case .vpw(let message): visitor.visit(message)
    case .vdr(let message): visitor.visit(message)
    case .bod(let message): visitor.visit(message)
    case .rte(let message): visitor.visit(message)
    case .txt(let message): visitor.visit(message)
    case .pubx00(let message): visitor.visit(message)
    case .pubx03(let message): visitor.visit(message)
    case .pubx04(let message): visitor.visit(message)
    case .pgrme(let message): visitor.visit(message)
    case .pgrmf(let message): visitor.visit(message)
    case .pgrmz(let message): visitor.visit(message)
    case .pgrmv(let message): visitor.visit(message)
    case .pgrmm(let message): visitor.visit(message)
    case .pflau(let message): visitor.visit(message)
    case .pflaa(let message): visitor.visit(message)
    case .ptnlggk(let message): visitor.visit(message)
    case .ptnlvgk(let message): visitor.visit(message)
    case .psxn20(let message): visitor.visit(message)
    case .psxn23(let message): visitor.visit(message)
    case .pfecatt(let message): visitor.visit(message)
    case .pashr(let message): visitor.visit(message)
    case .psrfepe(let message): visitor.visit(message)
    case .pmtk001(let message): visitor.visit(message)
    case .pmtk010(let message): visitor.visit(message)
    case .pmtk011(let message): visitor.visit(message)
    case .pmtk705(let message): visitor.visit(message)
    case .pqtmver(let message): visitor.visit(message)
    case .pqtmjam(let message): visitor.visit(message)
    case .pairspf(let message): visitor.visit(message)
    case .pairspf5(let message): visitor.visit(message)
    case .other: return false
    }
    return true
  }
}
