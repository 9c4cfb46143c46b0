// Core Location for Linux. SPDX-License-Identifier: MIT
//
// What is asked of messages of any kind, by types that Embedded Swift does not have.

#if !hasFeature(Embedded)
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
      PFECatt.self, PASHR.self, PSRFEPE.self, PMTK001.self, PMTK010.self, PMTK011.self,
      PMTK705.self,
      PQTMVER.self, PQTMJAM.self, PAIRSPF.self, PAIRSPF5.self,
    ]

    /// The associated structure; `nil` for `.other`.
    var payload: (any Payload)? {
      var boxing = Boxing()
      return accept(&boxing) ? boxing.payload : nil
    }

    private struct Boxing: PayloadVisitor {
      var payload: (any Payload)?

      mutating func visit(_ payload: some Payload) { self.payload = payload }
    }

    /// The kinds of sentences that are read, as in `GGA` or `PUBX00`.
    package static var allKinds: [String] { payloads.map { $0.formatter.description } }

    /// The kind of the sentence, as in `GGA` or `PUBX00`, and its fields; `nil` for `.other`.
    package var content: (kind: String, fields: any Encodable)? {
      payload.map { (type(of: $0).formatter.description, $0) }
    }
  }
#endif
