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

extension Message {
  /// The structures in all cases but `.other`.
  static let payloads: [any Payload.Type] = [
    GGA.self, RMC.self, GSA.self, VTG.self, GSV.self, GLL.self, GNS.self, GST.self, GBS.self,
    GRS.self, ZDA.self, DTM.self, HDT.self, HDG.self, HDM.self, THS.self, HSC.self, ROT.self,
    DPT.self, DBT.self, MTW.self, VHW.self, VLW.self, MWV.self, MWD.self, RSA.self, RMB.self,
    APB.self, XTE.self, BWC.self, RMA.self, VWR.self, VWT.self, VPW.self, VDR.self, BOD.self,
    RTE.self, TXT.self, PUBX00.self, PUBX03.self, PUBX04.self, PGRME.self, PGRMF.self, PGRMZ.self,
    PGRMV.self, PGRMM.self, PFLAU.self, PFLAA.self, PTNLGGK.self, PTNLVGK.self, PSXN20.self,
    PSXN23.self,
    PFECatt.self, PASHR.self, PSRFEPE.self, PMTK001.self, PMTK010.self, PMTK011.self, PMTK705.self,
    PQTMVER.self, PQTMJAM.self, PAIRSPF.self, PAIRSPF5.self,
  ]

  /// The associated structure; `nil` for `.other`.
  var payload: (any Payload)? {
    switch self {
    case .gga(let message): message
    case .rmc(let message): message
    case .gsa(let message): message
    case .vtg(let message): message
    case .gsv(let message): message
    case .gll(let message): message
    case .gns(let message): message
    case .gst(let message): message
    case .gbs(let message): message
    case .grs(let message): message
    case .zda(let message): message
    case .dtm(let message): message
    case .hdt(let message): message
    case .hdg(let message): message
    case .hdm(let message): message
    case .ths(let message): message
    case .hsc(let message): message
    case .rot(let message): message
    case .dpt(let message): message
    case .dbt(let message): message
    case .mtw(let message): message
    case .vhw(let message): message
    case .vlw(let message): message
    case .mwv(let message): message
    case .mwd(let message): message
    case .rsa(let message): message
    case .rmb(let message): message
    case .apb(let message): message
    case .xte(let message): message
    case .bwc(let message): message
    case .rma(let message): message
    case .vwr(let message): message
    case .vwt(let message): message
    case .vpw(let message): message
    case .vdr(let message): message
    case .bod(let message): message
    case .rte(let message): message
    case .txt(let message): message
    case .pubx00(let message): message
    case .pubx03(let message): message
    case .pubx04(let message): message
    case .pgrme(let message): message
    case .pgrmf(let message): message
    case .pgrmz(let message): message
    case .pgrmv(let message): message
    case .pgrmm(let message): message
    case .pflau(let message): message
    case .pflaa(let message): message
    case .ptnlggk(let message): message
    case .ptnlvgk(let message): message
    case .psxn20(let message): message
    case .psxn23(let message): message
    case .pfecatt(let message): message
    case .pashr(let message): message
    case .psrfepe(let message): message
    case .pmtk001(let message): message
    case .pmtk010(let message): message
    case .pmtk011(let message): message
    case .pmtk705(let message): message
    case .pqtmver(let message): message
    case .pqtmjam(let message): message
    case .pairspf(let message): message
    case .pairspf5(let message): message
    case .other: nil
    }
  }

  /// The kinds of sentences that are read, as in `GGA` or `PUBX00`.
  package static var allKinds: [String] { payloads.map { $0.formatter.description } }

  /// The kind of the sentence, as in `GGA` or `PUBX00`, and its fields; `nil` for `.other`.
  package var content: (kind: String, fields: any Encodable)? {
    payload.map { (type(of: $0).formatter.description, $0) }
  }
}
