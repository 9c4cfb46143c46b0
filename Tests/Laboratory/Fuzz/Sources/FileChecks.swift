// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import GNSSReceiver
import LinuxSystem
import ReceiverRecording
import TrackFiles

@testable import LocationAuthorization

/// Checks the error for a file that cannot be used: it is one line, without control characters.
private func checkLine(_ error: any Error) {
  let text = "\(error)"
  precondition(
    !text.isEmpty && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F },
    "no line: \(text.debugDescription)")
}

/// Checks that points are places on Earth, or that the file is refused in one line.
func checkGPX(_ bytes: [UInt8]) -> Bool {
  do {
    let gpx = try GPX(bytes)
    for point in gpx.points {
      precondition(point.latitude.magnitude <= 90 && point.longitude.magnitude <= 180)
    }
    return true
  } catch {
    precondition(!"\(error)".isEmpty)
    return false
  }
}

/// Checks that decisions are kept and can be read again as written, and that a damaged file stays unchanged.
func checkDecisions(_ bytes: [UInt8]) -> Bool {
  let store = DecisionStore(directory: ScratchFile.folder)
  let file = ScratchFile("authorization.json", bytes)
  do {
    let decisions = try store.read()
    let kept = try store.update(at: Date(timeIntervalSince1970: 1_718_452_800)) {
      $0["org.example.fuzz"] = Decision(.denied)
    }
    let again = try store.read()
    precondition(kept == again, "what is kept is not what is read")
    precondition(Set(decisions.keys).isSubset(of: again.keys), "a decision is lost")
    return true
  } catch {
    checkLine(error)
    precondition((try? WholeFile.read(file.path, limit: 1 << 24)) == bytes, "overwritten")
    return false
  }
}

/// Checks that a policy contains only valid rules.
func checkPolicy(_ bytes: [UInt8]) -> Bool {
  do {
    let policy = try AuthorizationCoding.decodeByApplication(AdministratorPolicy.self, from: bytes)
    for rule in policy.rules.values {
      precondition(rule.status == .restricted || rule.status.isAuthorized)
    }
    return true
  } catch {
    precondition(!error.reason.isEmpty)
    return false
  }
}

/// Checks that a configuration is used, or its problem reported.
func checkConfiguration(_ bytes: [UInt8]) -> Bool {
  let file = ScratchFile("core-location-linux/config.json", bytes)
  let text = String(decoding: bytes.prefix(64), as: UTF8.self)
  let configuration = EngineConfiguration(
    environment: ["XDG_CONFIG_HOME": ScratchFile.folder, "CORELOCATION_IN_USE": text],
    system: file.path)
  for problem in configuration.problems { precondition(!problem.isEmpty) }
  do {
    _ = try ReceiverSupervisor.Selection(includingRecordings: configuration.source ?? text)
  } catch {
    checkLine(error)
  }
  return configuration.source != nil
}

/// Checks that a property list is read, or refused in one line.
func checkInfoPlist(_ bytes: [UInt8]) -> Bool {
  do {
    let list = try InformationPropertyList.read(ScratchFile("Info.plist", bytes).path)
    precondition(list?.identifier?.bytes.isEmpty != true)
    return true
  } catch {
    checkLine(error)
    return false
  }
}
