// Core Location for Linux. SPDX-License-Identifier: MIT

/// RTE: a route, as a list of waypoints, in one or several sentences.
///
///     $--RTE,t,n,c,r…,w…,w…,…*hh
///            1 2 3 4  5
public struct RTE: StandardPayload, Hashable, Sendable, Codable {
  static let formatter: SentenceFormatter = "RTE"

  /// The talker.
  public var talker: Talker
  /// Field 1: number of sentences for the route; `nil` if empty.
  public var total: UInt8?
  /// Field 2: number of this sentence, from 1; `nil` if empty.
  public var number: UInt8?
  /// Field 3: `c` for the complete route, `w` for what is left of it, which begins with the waypoint behind; `nil` if
  /// empty.
  public var kind: String?
  /// Field 4: the route, which may be any text; `nil` if empty.
  public var route: String?
  /// Fields 5 and following: the waypoints in order, which may be any text.
  public var waypoints: [String] = []

  /// Creates an empty message.
  public init(talker: Talker = .gps) { self.talker = talker }

  init(_ fields: inout FieldReader, talker: Talker) {
    self.talker = talker
    total = fields.integer()
    number = fields.integer()
    kind = fields.text()
    route = fields.text()
    while fields.hasMore {
      if let waypoint = fields.text() { waypoints.append(waypoint) }
    }
  }

  func write(to fields: inout FieldWriter) {
    fields.integer(total)
    fields.integer(number)
    fields.text(kind)
    fields.text(route)
    for waypoint in waypoints { fields.text(waypoint) }
  }
}
