// Core Location for Linux. SPDX-License-Identifier: MIT

/// PosCovGeodetic and VelCovGeodetic: variances of the position, m², or of the velocity, (m/s)².
///
///     mode error lat-lat lon-lon height-height clock lat-lon …
///     14   15    16      20      24            28    32
struct Covariances: SBFBlock {
  /// Why there are none; 0 if there are.
  var error: UInt8
  var north: Double?
  var east: Double?
  var up: Double?
  /// The covariance of both.
  var northEast: Double?

  init?(_ block: RawSpan) {
    guard block.byteCount >= 36 else { return nil }
    error = block.byte(at: 15)
    (north, east) = (block.knownFloat(at: 16), block.knownFloat(at: 20))
    (up, northEast) = (block.knownFloat(at: 24), block.knownFloat(at: 32))
  }

  /// The deviations along both axes of the error ellipse; `nil` if they are not known.
  var axes: (Double, Double)? {
    guard error == 0, let north, let east, north >= 0, east >= 0 else { return nil }
    let (mean, half) = ((north + east) / 2, (north - east) / 2)
    let covariance = northEast ?? 0
    let spread = min((half * half + covariance * covariance).squareRoot(), mean)
    return ((mean + spread).squareRoot(), (mean - spread).squareRoot())
  }

  /// The deviation upward.
  var upDeviation: Double? {
    guard error == 0, let up, up >= 0 else { return nil }
    return up.squareRoot()
  }

  /// The mean deviation in a horizontal direction.
  var horizontalDeviation: Double? {
    axes.map { (($0.0 * $0.0 + $0.1 * $0.1) / 2).squareRoot() }
  }
}

/// PosCovCartesian and VelCovCartesian: the same in three coordinates.
///
///     mode error xx yy zz clock xy xz … yz
///     14   15    16 20 24 28    32 36   44
struct CartesianCovariances: SBFBlock {
  var error: UInt8
  var xx: Double?
  var yy: Double?
  var zz: Double?
  var xy: Double?
  var xz: Double?
  var yz: Double?

  init?(_ block: RawSpan) {
    guard block.byteCount >= 48 else { return nil }
    error = block.byte(at: 15)
    (xx, yy) = (block.knownFloat(at: 16), block.knownFloat(at: 20))
    (zz, xy) = (block.knownFloat(at: 24), block.knownFloat(at: 32))
    (xz, yz) = (block.knownFloat(at: 36), block.knownFloat(at: 44))
  }
}

extension Covariances {
  /// Turns covariances to the directions at a place; `nil` if one is missing.
  init?(_ block: CartesianCovariances, at place: Coordinate) {
    guard let xx = block.xx, let yy = block.yy, let zz = block.zz, let xy = block.xy,
      let xz = block.xz, let yz = block.yz
    else { return nil }
    let (latitude, longitude) = (place.latitude * .pi / 180, place.longitude * .pi / 180)
    let (sineLat, cosineLat) = (Double.sine(latitude), Double.cosine(latitude))
    let (sineLon, cosineLon) = (Double.sine(longitude), Double.cosine(longitude))
    let toNorth = (-sineLat * cosineLon, -sineLat * sineLon, cosineLat)
    let toEast = (-sineLon, cosineLon, 0.0)
    let outward = (cosineLat * cosineLon, cosineLat * sineLon, sineLat)
    func covariance(
      _ first: (Double, Double, Double), _ second: (Double, Double, Double)
    ) -> Double {
      let x = xx * second.0 + xy * second.1 + xz * second.2
      let y = xy * second.0 + yy * second.1 + yz * second.2
      let z = xz * second.0 + yz * second.1 + zz * second.2
      return first.0 * x + first.1 * y + first.2 * z
    }
    error = block.error
    (north, east) = (covariance(toNorth, toNorth), covariance(toEast, toEast))
    (up, northEast) = (covariance(outward, outward), covariance(toNorth, toEast))
  }
}
