// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationFormats

/// The output of `gps watch --states`; unknown members are left out.
extension StateReport: Encodable {
  func encode(to encoder: any Encoder) throws {
    let members: JSONMembers = [
      "state": state, "device": device, "model": model, "rate": rate,
      "satellitesInView": satellitesInView, "owner": owner, "group": group, "holders": holders,
      "protocol": binaryProtocol, "explanation": explanation, "secondsWaited": secondsWaited,
      "spares": spares.isEmpty ? nil : spares,
    ]
    try members.encode(to: encoder)
  }
}

extension StateReport.Holder: Encodable {
  func encode(to encoder: any Encoder) throws {
    let members: JSONMembers = ["pid": pid, "name": name]
    try members.encode(to: encoder)
  }
}

extension StateReport.Spare: Encodable {
  func encode(to encoder: any Encoder) throws {
    let members: JSONMembers = ["device": device, "state": state]
    try members.encode(to: encoder)
  }
}
