// Core Location for Linux. SPDX-License-Identifier: MIT

/// PUBX,03: status of the satellites, by u-blox.
///
///     $PUBX,03,nn, ii,u,aaa,ee,cc,lll, …*hh
///           1  2   3  4 5   6  7  8
public struct PUBX03: ProprietaryPayload, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "PUBX03"
  static let address = "PUBX,03"

  /// One satellite.
  public struct Satellite: Hashable, Sendable, Codable {
    /// Its number in u-blox's numbering.
    public var number: UInt16
    /// `-` not used, `U` used, `e` ephemeris known but not used; `nil` if empty.
    public var status: String?
    /// Degrees clockwise from true north, 0…359; `nil` if empty.
    public var azimuth: UInt16?
    /// Degrees above the horizon; `nil` if empty.
    public var elevation: Int8?
    /// Carrier-to-noise density, dB-Hz; `nil` if the satellite is not tracked.
    public var carrierToNoise: Float?
    /// Seconds for which the carrier has been locked; 64 means 64 or more; `nil` if empty.
    public var lockTime: UInt8?

    /// Creates a satellite with a number and nothing else.
    public init(number: UInt16) { self.number = number }
  }

  /// Field 2: number of satellites tracked; `nil` if empty.
  public var satelliteCount: UInt16?
  /// Fields 3 and following: six for each satellite.
  public var satellites: [Satellite] = []

  /// Creates an empty message.
  public init() {}

  init(_ fields: inout FieldReader) {
    satelliteCount = fields.integer()
    while fields.hasMore {
      let number = fields.integer(UInt16.self)
      let status = fields.text()
      let azimuth = fields.integer(UInt16.self)
      let elevation = fields.signedInteger(Int8.self)
      let carrierToNoise = fields.decimal().map(Float.init)
      let lockTime = fields.integer(UInt8.self)
      guard let number else { continue }
      var satellite = Satellite(number: number)
      satellite.status = status
      satellite.azimuth = azimuth
      satellite.elevation = elevation
      satellite.carrierToNoise = carrierToNoise
      satellite.lockTime = lockTime
      satellites.append(satellite)
    }
  }

  func write(to fields: inout FieldWriter) {
    fields.integer(satelliteCount, width: 2)
    for satellite in satellites {
      fields.integer(satellite.number)
      fields.text(satellite.status)
      fields.integer(satellite.azimuth)
      fields.integer(satellite.elevation)
      fields.decimal(satellite.carrierToNoise)
      fields.integer(satellite.lockTime, width: 3)
    }
  }
}
