// Core Location for Linux. SPDX-License-Identifier: MIT

/// A sentence whose fields have been read.
///
/// An enumeration of structures, because boxing each message would cost an allocation per sentence.
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
  /// HSC: heading steering command.
  case hsc(HSC)
  /// ROT: rate of turn.
  case rot(ROT)
  /// DPT: depth of water.
  case dpt(DPT)
  /// DBT: depth below transducer.
  case dbt(DBT)
  /// MTW: water temperature.
  case mtw(MTW)
  /// VHW: water speed and heading.
  case vhw(VHW)
  /// VLW: distance through the water.
  case vlw(VLW)
  /// MWV: wind speed and angle.
  case mwv(MWV)
  /// MWD: wind direction and speed.
  case mwd(MWD)
  /// RSA: rudder angle.
  case rsa(RSA)
  /// RMB: navigation to a waypoint.
  ///
  /// Boxed, like PUBX00.
  indirect case rmb(RMB)
  /// APB: autopilot sentence B.
  case apb(APB)
  /// XTE: cross-track error.
  case xte(XTE)
  /// BWC: bearing and distance to a waypoint.
  case bwc(BWC)
  /// RMA: recommended minimum specific Loran-C data.
  case rma(RMA)
  /// VWR: relative wind.
  case vwr(VWR)
  /// VWT: true wind.
  case vwt(VWT)
  /// VPW: speed towards the wind.
  case vpw(VPW)
  /// VDR: set and drift.
  case vdr(VDR)
  /// BOD: bearing from origin to destination.
  case bod(BOD)
  /// RTE: route.
  case rte(RTE)
  /// TXT: text.
  case txt(TXT)
  /// PUBX00, u-blox: position.
  ///
  /// Boxed, at the cost of an allocation: it is by far the largest, and would make every message as large.
  indirect case pubx00(PUBX00)
  /// PUBX03, u-blox: satellites.
  case pubx03(PUBX03)
  /// PUBX04, u-blox: time.
  case pubx04(PUBX04)
  /// PGRME, Garmin: estimated error.
  case pgrme(PGRME)
  /// PGRMF, Garmin: position.
  indirect case pgrmf(PGRMF)
  /// PGRMZ, Garmin: altitude.
  case pgrmz(PGRMZ)
  /// PGRMV, Garmin: velocity.
  case pgrmv(PGRMV)
  /// PGRMM, Garmin: datum.
  case pgrmm(PGRMM)
  /// PFLAU, FLARM: state and nearest danger.
  case pflau(PFLAU)
  /// PFLAA, FLARM: another aircraft.
  case pflaa(PFLAA)
  /// PTNL,GGK, Trimble: position.
  case ptnlggk(PTNLGGK)
  /// PTNL,VGK, Trimble: vector from the base station.
  case ptnlvgk(PTNLVGK)
  /// PSXN,20, Kongsberg: quality.
  case psxn20(PSXN20)
  /// PSXN,23, Kongsberg: attitude and heading.
  case psxn23(PSXN23)
  /// PFEC,GPatt, Furuno: attitude.
  case pfecatt(PFECatt)
  /// PASHR, inertial systems: attitude and heading.
  indirect case pashr(PASHR)
  /// PSRFEPE, SiRF: estimated errors.
  case psrfepe(PSRFEPE)
  /// PMTK001, MediaTek: acknowledgement.
  case pmtk001(PMTK001)
  /// PMTK010, MediaTek: message.
  case pmtk010(PMTK010)
  /// PMTK011, MediaTek: text.
  case pmtk011(PMTK011)
  /// PMTK705, MediaTek: firmware.
  case pmtk705(PMTK705)
  /// PQTMVER, Quectel: firmware.
  case pqtmver(PQTMVER)
  /// PQTMJAMMINGSTATUS, Quectel: jamming.
  case pqtmjam(PQTMJAM)
  /// PAIRSPF, Airoha: jamming of L1.
  case pairspf(PAIRSPF)
  /// PAIRSPF5, Airoha: jamming of L5.
  case pairspf5(PAIRSPF5)
  /// Any other sentence; ``MessageReader/fields(of:)`` reads its fields.
  case other(SentenceAddress)

  /// Reads the fields of a sentence and passes the message on; `.other` if this module does not know its address.
  ///
  /// It is passed to a closure, because a message that is returned is copied several times, and its case is examined
  /// before it is destroyed: a third more instructions per sentence (docs/decisions/0014).
  static func read<Result>(
    _ address: SentenceAddress, _ fields: inout FieldReader,
    _ receive: (Message, FieldReader.Trouble) -> Result
  ) -> Result {
    if address.isProprietary { return readProprietary(address, &fields, receive) }
    let talker = address.leadingTalker
    return switch address.kind {
    case GGA.formatter: receive(.gga(GGA(&fields, talker: talker)), fields.trouble)
    case RMC.formatter: receive(.rmc(RMC(&fields, talker: talker)), fields.trouble)
    case GSA.formatter: receive(.gsa(GSA(&fields, talker: talker)), fields.trouble)
    case VTG.formatter: receive(.vtg(VTG(&fields, talker: talker)), fields.trouble)
    case GSV.formatter: receive(.gsv(GSV(&fields, talker: talker)), fields.trouble)
    case GLL.formatter: receive(.gll(GLL(&fields, talker: talker)), fields.trouble)
    case GNS.formatter: receive(.gns(GNS(&fields, talker: talker)), fields.trouble)
    case GST.formatter: receive(.gst(GST(&fields, talker: talker)), fields.trouble)
    case GBS.formatter: receive(.gbs(GBS(&fields, talker: talker)), fields.trouble)
    case GRS.formatter: receive(.grs(GRS(&fields, talker: talker)), fields.trouble)
    case ZDA.formatter: receive(.zda(ZDA(&fields, talker: talker)), fields.trouble)
    case DTM.formatter: receive(.dtm(DTM(&fields, talker: talker)), fields.trouble)
    case HDT.formatter: receive(.hdt(HDT(&fields, talker: talker)), fields.trouble)
    case HDG.formatter: receive(.hdg(HDG(&fields, talker: talker)), fields.trouble)
    case HDM.formatter: receive(.hdm(HDM(&fields, talker: talker)), fields.trouble)
    case THS.formatter: receive(.ths(THS(&fields, talker: talker)), fields.trouble)
    case HSC.formatter: receive(.hsc(HSC(&fields, talker: talker)), fields.trouble)
    case ROT.formatter: receive(.rot(ROT(&fields, talker: talker)), fields.trouble)
    case DPT.formatter: receive(.dpt(DPT(&fields, talker: talker)), fields.trouble)
    case DBT.formatter: receive(.dbt(DBT(&fields, talker: talker)), fields.trouble)
    case MTW.formatter: receive(.mtw(MTW(&fields, talker: talker)), fields.trouble)
    case VHW.formatter: receive(.vhw(VHW(&fields, talker: talker)), fields.trouble)
    case VLW.formatter: receive(.vlw(VLW(&fields, talker: talker)), fields.trouble)
    case MWV.formatter: receive(.mwv(MWV(&fields, talker: talker)), fields.trouble)
    case MWD.formatter: receive(.mwd(MWD(&fields, talker: talker)), fields.trouble)
    case RSA.formatter: receive(.rsa(RSA(&fields, talker: talker)), fields.trouble)
    case RMB.formatter: receive(.rmb(RMB(&fields, talker: talker)), fields.trouble)
    case APB.formatter: receive(.apb(APB(&fields, talker: talker)), fields.trouble)
    case XTE.formatter: receive(.xte(XTE(&fields, talker: talker)), fields.trouble)
    case BWC.formatter: receive(.bwc(BWC(&fields, talker: talker)), fields.trouble)
    case RMA.formatter: receive(.rma(RMA(&fields, talker: talker)), fields.trouble)
    case TXT.formatter: receive(.txt(TXT(&fields, talker: talker)), fields.trouble)
    case VWR.formatter: receive(.vwr(VWR(&fields, talker: talker)), fields.trouble)
    case VWT.formatter: receive(.vwt(VWT(&fields, talker: talker)), fields.trouble)
    case VPW.formatter: receive(.vpw(VPW(&fields, talker: talker)), fields.trouble)
    case VDR.formatter: receive(.vdr(VDR(&fields, talker: talker)), fields.trouble)
    case BOD.formatter: receive(.bod(BOD(&fields, talker: talker)), fields.trouble)
    case RTE.formatter: receive(.rte(RTE(&fields, talker: talker)), fields.trouble)
    default: receive(.other(address), .unread)
    }
  }

  /// Reads proprietary sentences, some of which share an address and differ in their first field.
  private static func readProprietary<Result>(
    _ address: SentenceAddress, _ fields: inout FieldReader,
    _ receive: (Message, FieldReader.Trouble) -> Result
  ) -> Result {
    switch address.kind {
    case PGRME.formatter: receive(.pgrme(PGRME(&fields)), fields.trouble)
    case PGRMF.formatter: receive(.pgrmf(PGRMF(&fields)), fields.trouble)
    case PASHR.formatter where !fields.startsWithLetter:
      receive(.pashr(PASHR(&fields)), fields.trouble)
    case PGRMZ.formatter: receive(.pgrmz(PGRMZ(&fields)), fields.trouble)
    case PSRFEPE.formatter: receive(.psrfepe(PSRFEPE(&fields)), fields.trouble)
    case PMTK001.formatter: receive(.pmtk001(PMTK001(&fields)), fields.trouble)
    case PMTK705.formatter: receive(.pmtk705(PMTK705(&fields)), fields.trouble)
    case PQTMVER.formatter: receive(.pqtmver(PQTMVER(&fields)), fields.trouble)
    case PAIRSPF.formatter: receive(.pairspf(PAIRSPF(&fields)), fields.trouble)
    case PAIRSPF5.formatter: receive(.pairspf5(PAIRSPF5(&fields)), fields.trouble)
    case PGRMV.formatter: receive(.pgrmv(PGRMV(&fields)), fields.trouble)
    case PFLAU.formatter: receive(.pflau(PFLAU(&fields)), fields.trouble)
    case PFLAA.formatter: receive(.pflaa(PFLAA(&fields)), fields.trouble)
    case PGRMM.formatter: receive(.pgrmm(PGRMM(&fields)), fields.trouble)
    case PMTK010.formatter: receive(.pmtk010(PMTK010(&fields)), fields.trouble)
    case PMTK011.formatter: receive(.pmtk011(PMTK011(&fields)), fields.trouble)
    case "PUBX", "PSXN", "PTNL", "PFEC":
      switch (address.kind, fields.text()) {
      case ("PUBX", "00"): receive(.pubx00(PUBX00(&fields)), fields.trouble)
      case ("PUBX", "03"): receive(.pubx03(PUBX03(&fields)), fields.trouble)
      case ("PUBX", "04"): receive(.pubx04(PUBX04(&fields)), fields.trouble)
      case ("PSXN", "20"): receive(.psxn20(PSXN20(&fields)), fields.trouble)
      case ("PSXN", "23"): receive(.psxn23(PSXN23(&fields)), fields.trouble)
      case ("PTNL", "GGK"): receive(.ptnlggk(PTNLGGK(&fields)), fields.trouble)
      case ("PTNL", "VGK"): receive(.ptnlvgk(PTNLVGK(&fields)), fields.trouble)
      case ("PFEC", "GPatt"): receive(.pfecatt(PFECatt(&fields)), fields.trouble)
      default: receive(.other(address), .unread)
      }
    default:
      // Longer than a formatter.
      address == PQTMJAM.packedAddress
        ? receive(.pqtmjam(PQTMJAM(&fields)), fields.trouble)
        : receive(.other(address), .unread)
    }
  }
}

extension Message {
  /// Creates the message in one sentence, which may be followed by a line end; `nil` if it is not intact.
  ///
  /// For single sentences. For a stream, use ``MessageReader``.
  public init?(
    _ sentence: some StringProtocol, checksums: SentenceFramer.ChecksumPolicy = .required
  ) {
    var reader = MessageReader(checksums: checksums)
    let bytes = Array(sentence.utf8) + [.carriageReturn, .lineFeed]
    guard reader.push(bytes.rawSpan) == bytes.count, let message = reader.next() else {
      return nil
    }
    self = message
  }
}
