// Core Location for Linux. SPDX-License-Identifier: MIT

import ServiceProtocol

/// The output of `gps watch --states`; unknown members are left out.
extension StateReport: Encodable {
  private enum CodingKeys: String, CodingKey {
    case state, device, model, rate, satellitesInView, owner, group, holders
    case binaryProtocol = "protocol"
    case explanation, secondsWaited
  }

  func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(state, forKey: .state)
    try members.encodeIfPresent(device, forKey: .device)
    try members.encodeIfPresent(model, forKey: .model)
    try members.encodeIfPresent(rate, forKey: .rate)
    try members.encodeIfPresent(satellitesInView, forKey: .satellitesInView)
    try members.encodeIfPresent(owner, forKey: .owner)
    try members.encodeIfPresent(group, forKey: .group)
    try members.encodeIfPresent(holders, forKey: .holders)
    try members.encodeIfPresent(binaryProtocol, forKey: .binaryProtocol)
    try members.encodeIfPresent(explanation, forKey: .explanation)
    try members.encodeIfPresent(secondsWaited, forKey: .secondsWaited)
  }
}

extension StateReport.Holder: Encodable {
  private enum CodingKeys: String, CodingKey { case pid, name }

  func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(pid, forKey: .pid)
    try members.encode(name, forKey: .name)
  }
}
