// Core Location for Linux. SPDX-License-Identifier: MIT

import NMEA0183

/// A satellite above the horizon, on one of its signals.
public struct SatelliteInView: Hashable, Sendable {
  /// The satellite.
  public var satellite: SatelliteID
  /// The signal, numbered within its system as in NMEA 4.11; `nil` before version 4.1.
  public var signal: UInt8?
  /// Degrees above the horizon, −90…90; `nil` if unknown.
  public var elevation: Int8?
  /// Degrees clockwise from true north, 0…359; `nil` if unknown.
  public var azimuth: UInt16?
  /// Carrier-to-noise density, dB-Hz; `nil` if the satellite is not tracked on this signal.
  public var carrierToNoise: Float?
}

extension SatelliteInView {
  /// Creates a satellite about which nothing else is known.
  package init(_ satellite: SatelliteID) { self.init(satellite: satellite, signal: nil) }

  /// The content of an empty place in a list.
  static let none = Self(GSV.Satellite(number: 0), named: nil, signal: nil)

  @inline(__always)
  init(_ element: GSV.Satellite, named: SatelliteSystem?, signal: UInt8?) {
    satellite = SatelliteID(number: element.number, named: named)
    self.signal = signal
    elevation = element.elevation
    azimuth = element.azimuth
    carrierToNoise = element.carrierToNoise
  }
}

/// The satellites above the horizon, as last listed by the receiver (GSV), and those that it uses (GSA).
public struct SatellitesInView: Hashable, Sendable {
  /// One element for each satellite and signal.
  public var satellites: [SatelliteInView] = []

  /// The satellites used for the present fix; empty if there is none, or if the receiver does not list them.
  public var used = SatelliteSet()

  /// Number of different satellites, however many signals each has.
  public var count: Int {
    var set = SatelliteSet()
    let elements = satellites.span
    set.insert(count: elements.count) { elements[$0].satellite }
    return set.count
  }
}

extension SatellitesInView {
  /// Creates a view from a source other than a receiver's own sentences.
  package init(_ satellites: [SatelliteInView], used: SatelliteSet) {
    self.init(satellites: satellites, used: used)
  }

  /// Returns the view with signals in place of satellites without them; the signals have the directions of the satellites.
  func with(signals: [SatelliteInView]) -> SatellitesInView {
    var view = self
    let directions = Dictionary(
      satellites.map { ($0.satellite, $0) }, uniquingKeysWith: { first, _ in first })
    let shown = signals.map { signal in
      var element = directions[signal.satellite] ?? SatelliteInView(signal.satellite)
      (element.signal, element.carrierToNoise) = (signal.signal, signal.carrierToNoise)
      return element
    }
    let received = Set(signals.map(\.satellite))
    view.satellites = shown + satellites.filter { !received.contains($0.satellite) }
    return view
  }
}
