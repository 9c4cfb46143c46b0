// Core Location for Linux. SPDX-License-Identifier: MIT

/// A sentence whose fields have been read.
///
/// An enumeration of structures, because boxing each message would cost an allocation a sentence.
public enum Message: Hashable, Sendable {
  /// GGA: global positioning system fix data.
  case gga(GGA)
  /// RMC: recommended minimum specific GNSS data.
  case rmc(RMC)
  /// GSA: dilution of precision and satellites used.
  case gsa(GSA)
  /// VTG: course over ground and ground speed.
  case vtg(VTG)
  /// GSV: satellites in view.
  case gsv(GSV)
  /// GLL: geographic position.
  case gll(GLL)
  /// GNS: GNSS fix data.
  case gns(GNS)
  /// GST: pseudorange error statistics.
  case gst(GST)
  /// GBS: satellite fault detection.
  case gbs(GBS)
  /// GRS: range residuals.
  case grs(GRS)
  /// ZDA: time and date.
  case zda(ZDA)
  /// DTM: datum reference.
  case dtm(DTM)
  /// HDT: true heading.
  case hdt(HDT)
  /// HDG: heading, deviation and variation.
  case hdg(HDG)
  /// HDM: magnetic heading.
  case hdm(HDM)
  /// THS: true heading and status.
  case ths(THS)
  /// ROT: rate of turn.
  case rot(ROT)
  /// TXT: text.
  case txt(TXT)
  /// PUBX00, u-blox: position.
  ///
  /// Held in a box, at the cost of an allocation: it is by far the largest, and all would be as large.
  indirect case pubx00(PUBX00)
  /// PUBX03, u-blox: satellites.
  case pubx03(PUBX03)
  /// PUBX04, u-blox: time.
  case pubx04(PUBX04)
  /// PGRME, Garmin: estimated error.
  case pgrme(PGRME)
  /// PGRMZ, Garmin: altitude.
  case pgrmz(PGRMZ)
  /// PSRFEPE, SiRF: estimated errors.
  case psrfepe(PSRFEPE)
  /// PMTK001, MediaTek: acknowledgement.
  case pmtk001(PMTK001)
  /// PMTK705, MediaTek: firmware.
  case pmtk705(PMTK705)
  /// PQTMVER, Quectel: firmware.
  case pqtmver(PQTMVER)
  /// Any other sentence; ``SentenceFramer/fields(of:)`` reads its fields.
  case other(SentenceAddress)

  /// Reads the fields of a sentence; `.other` if nobody here knows its address.
  @inline(never)
  init(_ address: SentenceAddress, _ fields: inout FieldReader) {
    if address.count == 5 {
      self.init(fiveCharacters: address.low, &fields)
    } else if address.isProprietary, address.count <= 8 {
      self.init(proprietary: address, &fields)
    } else {
      self = .other(address)
    }
  }

  /// The same for an address of five characters, packed into a word.
  ///
  /// One row a sentence: the three letters behind the talker.
  @inline(__always)
  init(fiveCharacters word: UInt64, _ fields: inout FieldReader) {
    let address = SentenceAddress(fiveCharacters: word)
    guard !address.isProprietary else {
      self.init(proprietary: address, &fields)
      return
    }
    let talker = Talker(rawValue: UInt16(truncatingIfNeeded: word))
    switch UInt32(truncatingIfNeeded: word &>> 16) {
    case .gga: self = .gga(GGA(&fields, talker: talker))
    case .rmc: self = .rmc(RMC(&fields, talker: talker))
    case .gsa: self = .gsa(GSA(&fields, talker: talker))
    case .vtg: self = .vtg(VTG(&fields, talker: talker))
    case .gsv: self = .gsv(GSV(&fields, talker: talker))
    case .gll: self = .gll(GLL(&fields, talker: talker))
    case .gns: self = .gns(GNS(&fields, talker: talker))
    case .gst: self = .gst(GST(&fields, talker: talker))
    case .gbs: self = .gbs(GBS(&fields, talker: talker))
    case .grs: self = .grs(GRS(&fields, talker: talker))
    case .zda: self = .zda(ZDA(&fields, talker: talker))
    case .dtm: self = .dtm(DTM(&fields, talker: talker))
    case .hdt: self = .hdt(HDT(&fields, talker: talker))
    case .hdg: self = .hdg(HDG(&fields, talker: talker))
    case .hdm: self = .hdm(HDM(&fields, talker: talker))
    case .ths: self = .ths(THS(&fields, talker: talker))
    case .rot: self = .rot(ROT(&fields, talker: talker))
    case .txt: self = .txt(TXT(&fields, talker: talker))
    default: self = .other(address)
    }
  }

  /// The same for the makers' own; one row a sentence.
  @inline(never)
  init(proprietary address: SentenceAddress, _ fields: inout FieldReader) {
    switch address.low {
    case .pubx:
      switch fields.integer(UInt8.self) {
      case 0: self = .pubx00(PUBX00(&fields))
      case 3: self = .pubx03(PUBX03(&fields))
      case 4: self = .pubx04(PUBX04(&fields))
      default: self = .other(address)
      }
    case .pgrme: self = .pgrme(PGRME(&fields))
    case .pgrmz: self = .pgrmz(PGRMZ(&fields))
    case .psrfepe: self = .psrfepe(PSRFEPE(&fields))
    case .pmtk001: self = .pmtk001(PMTK001(&fields))
    case .pmtk705: self = .pmtk705(PMTK705(&fields))
    case .pqtmver: self = .pqtmver(PQTMVER(&fields))
    default: self = .other(address)
    }
  }

  /// The address and the fields as they are sent; `nil` for `.other`.
  func write(to fields: inout FieldWriter) {
    switch self {
    case .gga(let message): fields.sentence(message.talker, "GGA", message.write)
    case .rmc(let message): fields.sentence(message.talker, "RMC", message.write)
    case .gsa(let message): fields.sentence(message.talker, "GSA", message.write)
    case .vtg(let message): fields.sentence(message.talker, "VTG", message.write)
    case .gsv(let message): fields.sentence(message.talker, "GSV", message.write)
    case .gll(let message): fields.sentence(message.talker, "GLL", message.write)
    case .gns(let message): fields.sentence(message.talker, "GNS", message.write)
    case .gst(let message): fields.sentence(message.talker, "GST", message.write)
    case .gbs(let message): fields.sentence(message.talker, "GBS", message.write)
    case .grs(let message): fields.sentence(message.talker, "GRS", message.write)
    case .zda(let message): fields.sentence(message.talker, "ZDA", message.write)
    case .dtm(let message): fields.sentence(message.talker, "DTM", message.write)
    case .hdt(let message): fields.sentence(message.talker, "HDT", message.write)
    case .hdg(let message): fields.sentence(message.talker, "HDG", message.write)
    case .hdm(let message): fields.sentence(message.talker, "HDM", message.write)
    case .ths(let message): fields.sentence(message.talker, "THS", message.write)
    case .rot(let message): fields.sentence(message.talker, "ROT", message.write)
    case .txt(let message): fields.sentence(message.talker, "TXT", message.write)
    case .pubx00(let message): fields.sentence("PUBX", message.write)
    case .pubx03(let message): fields.sentence("PUBX", message.write)
    case .pubx04(let message): fields.sentence("PUBX", message.write)
    case .pgrme(let message): fields.sentence("PGRME", message.write)
    case .pgrmz(let message): fields.sentence("PGRMZ", message.write)
    case .psrfepe(let message): fields.sentence("PSRFEPE", message.write)
    case .pmtk001(let message): fields.sentence("PMTK001", message.write)
    case .pmtk705(let message): fields.sentence("PMTK705", message.write)
    case .pqtmver(let message): fields.sentence("PQTMVER", message.write)
    case .other: break
    }
  }
}

// The addresses as they lie in memory, the first character in the lowest byte.

extension UInt32 {
  fileprivate static let gga: UInt32 = 0x414747
  fileprivate static let rmc: UInt32 = 0x434D52
  fileprivate static let gsa: UInt32 = 0x415347
  fileprivate static let vtg: UInt32 = 0x475456
  fileprivate static let gsv: UInt32 = 0x565347
  fileprivate static let gll: UInt32 = 0x4C4C47
  fileprivate static let gns: UInt32 = 0x534E47
  fileprivate static let gst: UInt32 = 0x545347
  fileprivate static let gbs: UInt32 = 0x534247
  fileprivate static let grs: UInt32 = 0x535247
  fileprivate static let zda: UInt32 = 0x41445A
  fileprivate static let dtm: UInt32 = 0x4D5444
  fileprivate static let hdt: UInt32 = 0x544448
  fileprivate static let hdg: UInt32 = 0x474448
  fileprivate static let hdm: UInt32 = 0x4D4448
  fileprivate static let ths: UInt32 = 0x534854
  fileprivate static let rot: UInt32 = 0x544F52
  fileprivate static let txt: UInt32 = 0x545854
}

extension UInt64 {
  fileprivate static let pubx: UInt64 = 0x00_0000_5842_5550
  fileprivate static let pgrme: UInt64 = 0x00_0045_4D52_4750
  fileprivate static let pgrmz: UInt64 = 0x00_005A_4D52_4750
  fileprivate static let psrfepe: UInt64 = 0x45_5045_4652_5350
  fileprivate static let pmtk001: UInt64 = 0x31_3030_4B54_4D50
  fileprivate static let pmtk705: UInt64 = 0x35_3037_4B54_4D50
  fileprivate static let pqtmver: UInt64 = 0x52_4556_4D54_5150
}
