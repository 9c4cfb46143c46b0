// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationJSON

package struct ServiceClient: Hashable, Sendable {
  /// The user, according to the kernel.
  package var uid: UInt32
  /// The process, according to the kernel; `nil` if unknown.
  package var pid: Int32?
  /// The name that it gives itself, else the name of its process.
  package var name: String?
  package var protocolName: String
  /// When it connected, by the machine's clock, as ISO 8601.
  package var since: String?

  package init(uid: UInt32, pid: Int32?, name: String?, protocolName: String, since: String?) {
    self.uid = uid
    self.pid = pid
    self.name = name
    self.protocolName = protocolName
    self.since = since
  }

  func set(in object: inout JSONObject) {
    object.set("uid", Int(uid))
    object.set("pid", pid.map(Int.init))
    object.set("name", name)
    object.set("protocol", protocolName)
    object.set("since", since)
  }

  init?(json value: JSONValue) {
    guard let uid = value["uid"]?.integer.flatMap(UInt32.init(exactly:)) else { return nil }
    self.init(
      uid: uid, pid: value["pid"]?.integer.flatMap(Int32.init(exactly:)),
      name: value["name"]?.string, protocolName: value["protocol"]?.string ?? "",
      since: value["since"]?.string)
  }
}
