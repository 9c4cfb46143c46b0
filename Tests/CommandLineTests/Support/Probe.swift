// Core Location for Linux. SPDX-License-Identifier: MIT

import Foundation
import LocationAuthorization
import TestSupport
import Testing

/// `LocationProbe`, always allowed to know the location, with its files in a scratch folder.
struct Probe {
  let scratch: ScratchFolder

  /// What the probe stores, by its name in the probe's arguments.
  enum Kind: String, CaseIterable {
    case regions, conditions, rates
  }

  init() throws {
    scratch = try ScratchFolder()
    let path = ApplicationIdentifier(try Self.path)
    try DecisionStore(directory: scratch.path + "/core-location-linux").update(at: Date()) {
      $0[path] = Decision(.authorizedAlways)
    }
  }

  static var path: String {
    get throws {
      let tool = try Tool.path
      return (tool as NSString).deletingLastPathComponent + "/LocationProbe"
    }
  }

  /// Returns the command that runs the probe, to be followed by its arguments.
  ///
  /// - Parameter state: the directory of its state; the scratch folder by default.
  func command(state: String? = nil, source: String? = "/nowhere") throws -> [String] {
    var variables = [
      "XDG_CONFIG_HOME=\(scratch.path)", "XDG_RUNTIME_DIR=\(scratch.path)/run",
      "XDG_STATE_HOME=\(state ?? scratch.path)", "CORELOCATION_IN_USE=1",
    ]
    if let source { variables.append("CORELOCATION_SOURCE=\(source)") }
    return ["/usr/bin/env"] + variables + [try Self.path]
  }

  /// Starts the probe.
  func start(_ arguments: String...) throws -> RunningTool {
    try RunningTool(try command() + arguments)
  }

  /// Runs the probe to store a name, and returns the lines with what it found stored before.
  func keep(_ kind: Kind, _ name: String) throws -> [String] {
    let run = try start(kind.rawValue, name).finish()
    #expect(run.exitCode == 0)
    return run.lines
  }

  /// Returns the path of the file in which the probe stores something.
  func file(_ kind: Kind) throws -> String {
    let root = scratch.path + "/core-location-linux"
    if kind == .rates { return root + "/baud-rates" }
    let names = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
    let wanted = kind == .regions ? "/regions.json" : "/probe.json"
    return root + "/" + (try #require(names.first { $0.hasSuffix(wanted) }, "\(names)"))
  }
}
