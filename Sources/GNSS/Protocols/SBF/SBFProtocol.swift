// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

/// Septentrio Binary Format: blocks with a CRC-16 over everything after it.
///
///     24 40 CRC (2) ID (2: number in bits 0–12, revision in 13–15) length of the block (2) TOW (4) WNc (2) …
///     0  1  2       4                                              6                       8       12
enum SBFProtocol: ReceiverProtocol {
  static let name = "SBF (Septentrio)"
  static let maker: String? = "Septentrio"
  static let openers: [[UInt8]] = [[0x24, 0x40]]

  static func examine(_ bytes: RawSpan) -> ForeignFrame {
    guard bytes.byteCount >= 8 else { return .incomplete }
    let byteCount = Int(bytes.integer(UInt16.self, at: 6))
    // No block is shorter than its header; among zeros, a length and a checksum of zero would be valid.
    guard byteCount >= 8, byteCount % 4 == 0 else { return .damaged }
    return bytes.frame(of: byteCount) { $0.crc16(4..<byteCount) == $0.integer(at: 2) }
  }

  static func messageName(of frame: RawSpan) -> String {
    let number = SBFHeader(frame).number
    return SBFBlocks.names[number] ?? "block \(number)"
  }

  static func message(in frame: RawSpan) -> (any Encodable)? {
    SBFBlocks.block(frame).map { SBFBlockWithTime(header: SBFHeader(frame), block: $0) }
  }

  static func makeReader() -> (any ProtocolReader)? { SBFReader() }
}

/// The blocks of SBF by number.
enum SBFBlocks {
  /// Those that are read; a new one needs a line here.
  private static let read: [UInt16: any SBFBlock.Type] = [
    4006: PVTCartesian.self, 4007: PVTGeodetic.self,
    5905: CartesianCovariances.self, 5907: CartesianCovariances.self,
    5906: Covariances.self, 5908: Covariances.self,
    4001: DOPBlock.self, 5921: EndOfPVT.self,
    5938: AttEuler.self, 5939: AttCovEuler.self,
    5914: ReceiverTime.self, 5894: UTCParameters.self, 4031: UTCParameters.self,
    4014: ReceiverStatus.self, 4082: QualityInd.self,
    4092: RFStatus.self, 4245: GALAuthStatus.self,
    4013: ChannelStatus.self, 4027: MeasEpoch.self,
    4043: BaseVectors.self, 4028: BaseVectors.self,
  ]

  /// Returns the fields of a block; `nil` if they are not read, or the block is too short for them.
  static func block(_ frame: RawSpan) -> (any SBFBlock)? {
    read[SBFHeader(frame).number]?.init(frame)
  }

  static let names: [UInt16: String] = [
    4000: "MeasExtra", 4001: "DOP", 4002: "GALNav", 4003: "GALAlm", 4004: "GLONav", 4005: "GLOAlm",
    4006: "PVTCartesian", 4007: "PVTGeodetic", 4012: "SatVisibility", 4013: "ChannelStatus",
    4014: "ReceiverStatus", 4015: "Commands", 4017: "GPSRawCA", 4018: "GPSRawL2C",
    4019: "GPSRawL5", 4020: "GEORawL1", 4021: "GEORawL5", 4022: "GALRawFNAV", 4023: "GALRawINAV",
    4024: "GALRawCNAV", 4026: "GLORawCA", 4027: "MeasEpoch", 4028: "BaseVectorGeod",
    4030: "GALIon", 4031: "GALUtc", 4032: "GALGstGps", 4034: "GALSARRLM", 4036: "GLOTime",
    4037: "ExtEventPVTCartesian", 4038: "ExtEventPVTGeodetic", 4040: "BBSamples", 4042: "GPSCNav",
    4043: "BaseVectorCart", 4044: "PosCart", 4047: "BDSRaw", 4049: "RTCMDatum",
    4050: "ExtSensorMeas", 4052: "PosLocal", 4053: "NTRIPClientStatus", 4058: "IPStatus",
    4059: "DiskStatus", 4066: "QZSRawL1CA", 4067: "QZSRawL2C", 4068: "QZSRawL5", 4075: "ASCIIIn",
    4076: "PVTSupport", 4079: "PVTSupportA", 4081: "BDSNav", 4082: "QualityInd", 4090: "InputLink",
    4091: "OutputLink", 4092: "RFStatus", 4093: "NAVICRaw", 4094: "PosProjected", 4095: "QZSNav",
    4097: "EncapsulatedOutput", 4103: "RxMessage", 4105: "DynDNSStatus", 4109: "Meas3Ranges",
    4110: "Meas3CN0HiRes", 4111: "Meas3Doppler", 4112: "Meas3PP", 4113: "Meas3MP", 4116: "QZSAlm",
    4119: "BDSAlm", 4120: "BDSIon", 4121: "BDSUtc", 4122: "NTRIPServerStatus",
    4201: "LBandTrackerStatus", 4204: "LBandBeams", 4211: "FugroDDS", 4212: "LBandRaw",
    4214: "FugroStatus", 4217: "ExtEventBaseVectGeod", 4218: "BDSRawB1C", 4219: "BDSRawB2a",
    4226: "INSNavGeod", 4237: "ExtEventAttEuler", 4238: "P2PPStatus", 4242: "BDSRawB2b",
    4245: "GALAuthStatus", 5891: "GPSNav", 5892: "GPSAlm", 5893: "GPSIon", 5894: "GPSUtc",
    5896: "GEONav", 5897: "GEOAlm", 5902: "ReceiverSetup", 5905: "PosCovCartesian",
    5906: "PosCovGeodetic", 5907: "VelCovCartesian", 5908: "VelCovGeodetic", 5911: "xPPSOffset",
    5914: "ReceiverTime", 5917: "GEOServiceLevel", 5918: "GEONetworkTime", 5919: "DiffCorrIn",
    5921: "EndOfPVT", 5922: "EndOfMeas", 5924: "ExtEvent", 5925: "GEOMT00", 5926: "GEOPRNMask",
    5927: "GEOFastCorr", 5928: "GEOIntegrity", 5929: "GEOFastCorrDegr", 5930: "GEODegrFactors",
    5931: "GEOIGPMask", 5932: "GEOLongTermCorr", 5933: "GEOIonoDelay",
    5934: "GEOClockEphCovMatrix", 5936: "Comment", 5938: "AttEuler", 5939: "AttCovEuler",
    5942: "AuxAntPositions", 5943: "EndOfAtt", 5949: "BaseStation",
  ]
}
