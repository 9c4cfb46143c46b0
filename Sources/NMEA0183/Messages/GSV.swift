// Core Location for Linux. SPDX-License-Identifier: MIT

/// GSV: satellites in view, four to a sentence.
///
///     $--GSV,t,n,vv, ii,ee,aaa,cc, … ,s,y*hh
///            1 2 3   4  5  6   7
///
/// Receivers send one group of sentences for each system and, since version 4.1, for each signal; the field after the
/// satellites tells which signal. Qualcomm modems, which send `PQGSV` for all systems but GPS and GLONASS, add a field
/// that tells which system.
public struct GSV: StandardPayload, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "GSV"

  /// One satellite in view.
  public struct Satellite: Hashable, Sendable, Codable, BitwiseCopyable {
    /// Its number; the ranges are those of the receiver.
    public var number: UInt16
    /// Degrees above the horizon, −90…90; `nil` if not known, or beyond that.
    ///
    /// Decimals, which few receivers send, are rounded.
    public var elevation: Int8?
    /// Degrees clockwise from true north, 0…359; `nil` if not known, or beyond 360, which is north.
    ///
    /// Decimals, which few receivers send, are rounded.
    public var azimuth: UInt16?
    /// Carrier-to-noise density, dB-Hz; `nil` if the satellite is not tracked.
    public var carrierToNoise: Float?

    /// Creates a satellite with a number and, if known, its other properties.
    public init(
      number: UInt16, elevation: Int8? = nil, azimuth: UInt16? = nil, carrierToNoise: Float? = nil
    ) {
      self.number = number
      self.elevation = elevation
      self.azimuth = azimuth
      self.carrierToNoise = carrierToNoise
    }

    /// Reads the next four fields, usually `nn,ee,aaa,cc`; `nil` if there is no number.
    @inline(__always)
    fileprivate init?(_ fields: inout FieldReader) {
      let number: UInt16?
      if let (first, second) = fields.integerAndElevation() {
        number = first
        elevation = Int8(truncatingIfNeeded: second)
      } else {
        number = fields.integer()
        elevation = fields.roundedInteger(in: -90...90)
      }
      if let (first, second) = fields.azimuthAndInteger() {
        azimuth = first
        carrierToNoise = Float(second)
      } else {
        azimuth = fields.roundedInteger(in: 0...360).map { $0 == 360 ? 0 : $0 }
        carrierToNoise = fields.wholeDecimal().map(Float.init)
      }
      guard let number else { return nil }
      self.number = number
    }
  }

  /// The talker.
  public var talker: Talker
  /// Field 1: number of sentences in the group; `nil` if empty.
  public var sentenceCount: UInt8?
  /// Field 2: number of this sentence among them, from 1; `nil` if empty.
  public var sentenceNumber: UInt8?
  /// Field 3: number of satellites in view in the whole group; `nil` if empty.
  public var satellitesInView: UInt16?
  /// Fields 4 to 19: up to four satellites; empty ones are left out.
  public var satellites = ShortList<4, Satellite>()
  /// The field after the satellites: the signal, numbered within its system; `nil` before version 4.1.
  public var signal: UInt8?
  /// The last field: the system; `nil` from all but Qualcomm modems.
  public var system: SystemID?

  /// Creates an empty message.
  public init(talker: Talker = .gps) { self.talker = talker }

  init(_ fields: inout FieldReader, talker: Talker) {
    self.talker = talker
    sentenceCount = fields.integer()
    sentenceNumber = fields.integer()
    satellitesInView = fields.integer()
    for _ in 0..<4 {
      // A satellite has four fields; one or two are the signal and the system.
      guard fields.hasMoreThanTwo() else { break }
      if let satellite = Satellite(&fields) { _ = satellites.append(satellite) }
    }
    signal = fields.hexadecimal()
    system = fields.hexadecimal().map(SystemID.init)
  }

  func write(to fields: inout FieldWriter) {
    fields.integer(sentenceCount)
    fields.integer(sentenceNumber)
    fields.integer(satellitesInView, width: 2)
    for satellite in satellites {
      fields.integer(satellite.number, width: 2)
      fields.integer(satellite.elevation, width: 2)
      fields.integer(satellite.azimuth, width: 3)
      fields.decimal(satellite.carrierToNoise, width: 2)
    }
    if signal != nil || system != nil { fields.hexadecimal(signal) }
    if system != nil { fields.hexadecimal(system?.rawValue) }
  }
}

extension GSV.Satellite: ShortListElement {
  /// A satellite without a number.
  public static var blank: GSV.Satellite { GSV.Satellite(number: 0) }
}
