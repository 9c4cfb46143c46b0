// Core Location for Linux. SPDX-License-Identifier: MIT

import LocationFormats

/// The output of `gps watch --states`.
extension StateReport {
  var members: JSONMembers {
    [
      "state": state, "device": device, "model": model, "rate": rate,
      "satellitesInView": satellitesInView, "owner": owner, "group": group,
      "holders": holders?.map { holder -> JSONMembers in ["pid": holder.pid, "name": holder.name] },
      "protocol": binaryProtocol, "explanation": explanation, "secondsWaited": secondsWaited,
      "spares": spares.isEmpty
        ? nil
        : spares.map { spare -> JSONMembers in ["device": spare.device, "state": spare.state] },
    ]
  }
}
