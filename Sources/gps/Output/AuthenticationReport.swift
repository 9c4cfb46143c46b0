// Core Location for Linux. SPDX-License-Identifier: MIT

import GPSTool
import NavigationAuthentication
import ReceiverRecording

extension AuthenticationSummary {
  /// What `gps check` says to people.
  var lines: [String] {
    let figures = tally.total
    let satellites = tally.satellites.values.count { $0.messagesAuthenticated > 0 }
    var lines = [status.rawValue + ": " + reason]
    if figures.messagesAuthenticated > 0 {
      let first = tally.firstVerdict.map { ", the first after \($0) s" } ?? ""
      lines.append(
        "\(counted(figures.messagesAuthenticated, "message")) of \(counted(satellites, "satellite")) authentic, by"
          + " \(counted(figures.tagsVerified, "tag"))\(first)")
      lines.append(
        "this holds for Galileo's data, not for its ranges, and nothing proves when it was received"
      )
    }
    if standing == .inService(isTest: true) {
      lines.append("Galileo was testing its signatures, and promised nothing")
    }
    return lines
  }

  private var reason: String {
    switch status {
    case .verified: "Galileo signed the navigation messages that were checked"
    case .failed: failure
    case .unknown: doubt
    }
  }

  /// What was proven wrong.
  private var failure: String {
    let failed = tally.satellites.filter { $0.value.tagsFailed > 0 }.sorted { $0.key < $1.key }
    let names = failed.map { "\(name(of: $0.key)) \($0.value.tagsFailed)" }
    let parts = [
      failed.isEmpty
        ? nil
        : "\(counted(tally.total.tagsFailed, "tag")) did not match the data received (\(names.joined(separator: ", ")))",
      tally.failures.contains(.key) ? "keys did not belong to the signed chain" : nil,
      tally.failures.contains(.rootKey) ? "the signature of a root key was wrong" : nil,
      tally.failures.contains(.publicKey) ? "a public key belonged to no trusted tree" : nil,
    ]
    return parts.compactMap(\.self).joined(separator: "; ")
  }

  /// Why nothing can be said.
  private var doubt: String {
    switch standing {
    case .alert:
      "Galileo sent a signed alert: nothing may be trusted until its operator says how to proceed"
    case .doNotUse: "Galileo says in a signed message not to use its signatures"
    case _ where !tally.hasTimes:
      "nothing says when the pages were received; record NAV-PVT, too"
    case _ where tally.hasOtherTimes:
      "Galileo's pages say another time than the receiver, as if they had been sent again later"
    case .unsigned where tally.rootKeysVerified > 0, .inService:
      "no message could be checked; that takes some minutes of uninterrupted pages"
    case .unsigned:
      "no root key signed by a trusted public key was received"
    }
  }

  /// What `gps check` says to programs.
  var members: JSONMembers {
    let figures = tally.total
    return [
      "status": status.rawValue, "tagsVerified": figures.tagsVerified,
      "tagsFailed": figures.tagsFailed, "keysVerified": tally.keysVerified,
      "rootKeysVerified": tally.rootKeysVerified,
      "messagesAuthenticated": figures.messagesAuthenticated,
      "firstVerdictSeconds": tally.firstVerdict, "service": service,
      "satellites": Dictionary(
        uniqueKeysWithValues: tally.satellites.map { satellite, figures in
          (name(of: satellite), Self.members(of: figures))
        }),
    ]
  }

  /// What the newest signed header says.
  private var service: String? {
    switch standing {
    case .unsigned: nil
    case .inService(let isTest): isTest ? "test" : "operational"
    case .doNotUse: "doNotUse"
    case .alert: "alert"
    }
  }

  private static func members(of figures: AuthenticationTally.Figures) -> JSONMembers {
    [
      "tagsVerified": figures.tagsVerified, "tagsFailed": figures.tagsFailed,
      "messagesAuthenticated": figures.messagesAuthenticated,
    ]
  }
}

/// Galileo's satellites have an E and two digits.
private func name(of satellite: Int) -> String { (satellite < 10 ? "E0" : "E") + String(satellite) }
