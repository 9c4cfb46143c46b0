// Core Location for Linux. SPDX-License-Identifier: MIT

import ReceiverDiscovery
import Testing

@testable import gps

@Suite struct ServiceSetupTests {
  /// A machine run by systemd, on which the service is installed, enabled and listening.
  private static let serving = [
    "/run/systemd/system/x": "", "/lib/systemd/system/locationd.socket": "",
    "/lib/systemd/system/locationd-geoclue.socket": "",
    "/etc/systemd/system/sockets.target.wants/locationd.socket": "",
    "/run/core-location/location.sock": "",
  ]
  private static let policy = "/etc/core-location-linux/policy.json"
  private static let allowing =
    #"{"version": 1, "clients": {"user:geoclue": {"status": "authorizedAlways"}}}"#
  private static let pointing =
    "[network-nmea]\nenable=true\nnmea-socket=/run/core-location/nmea.sock\n"

  private static func findings(
    _ files: [String: String], without missing: [String] = []
  ) throws -> [Finding] {
    let made = try MadeUpTree(files.filter { !missing.contains($0.key) })
    return Diagnosis(
      machine: made.machine, account: Account(user: 1000, groups: [1000]), ports: []
    ).setupFindings
  }

  private static func serving(and files: [String: String]) -> [String: String] {
    serving.merging(files) { $1 }
  }

  @Test func saysNothingWhereNothingIsInstalled() throws {
    #expect(try Self.findings([:]).isEmpty)
    // Without systemd, units are ordinary files.
    #expect(try Self.findings(Self.serving, without: ["/run/systemd/system/x"]).isEmpty)
  }

  @Test(
    arguments: [
      ("as it should be", "", .good, "is enabled", []),
      (
        "not enabled", "/etc/systemd/system/sockets.target.wants/locationd.socket", .warning,
        "not enabled",
        [
          "sudo systemctl enable --now locationd.socket locationd-gpsd4.socket locationd-gpsd6.socket"
        ]
      ),
      (
        "not listening", "/run/core-location/location.sock", .problem, "not listening",
        [
          "sudo systemctl restart locationd.socket",
          "systemctl status locationd.socket locationd.service",
        ]
      ),
    ] as [(String, String, Finding.Severity, String, [String])])
  func looksAtTheUnits(
    why: String, missing: String, severity: Finding.Severity, words: String, commands: [String]
  ) throws {
    let findings = try Self.findings(Self.serving, without: [missing])
    #expect(findings.map(\.check) == [.units] && findings.map(\.severity) == [severity])
    #expect(findings.first?.what.contains(words) == true)
    #expect(findings.first?.commands == commands)
  }

  @Test func namesGpsdBesideTheService() throws {
    let gpsd = "/etc/systemd/system/sockets.target.wants/gpsd.socket"
    let findings = try Self.findings(Self.serving(and: [gpsd: ""]))
    #expect(findings.map(\.check) == [.units, .gpsd])
    #expect(
      findings.last?.commands == [
        "sudo systemctl disable --now gpsd.socket gpsd.service",
        "sudo systemctl stop 'locationd*'",
        "sudo systemctl enable --now locationd-gpsd4.socket locationd-gpsd6.socket",
        "sudo systemctl start sockets.target",
      ])
    #expect(try Self.findings([gpsd: "", "/run/systemd/system/x": ""]).isEmpty)
  }

  // MARK: GeoClue

  private static let conf = "/etc/geoclue/geoclue.conf"
  /// As of version 2.7.
  private static let newer = "[static-source]\nenable=true\n"
  private static let enabled = "/etc/systemd/system/sockets.target.wants/locationd-geoclue.socket"

  @Test func saysWhatGeoClueLacks() throws {
    // The file of Debian 12, in which a comment names another socket.
    let usual = "[network-nmea]\nenable=true\n# nmea-socket=/var/run/gps-share.sock\n\n[3g]\n"
    let findings = try Self.findings(Self.serving(and: [Self.conf: usual]))
    #expect(findings.map(\.check) == [.units, .geoClue])
    #expect(
      findings.last?.commands == [
        "sudo systemctl stop 'locationd*'",
        "sudo systemctl enable --now locationd-geoclue.socket",
        "sudo systemctl start sockets.target",
        "echo '\(Self.allowing)' | sudo install -D -m 644 /dev/stdin \(Self.policy)",
        #"sudo sed -i 's|^\[network-nmea\]|&\nnmea-socket=/run/core-location/nmea.sock|' "#
          + Self.conf, "sudo systemctl restart geoclue.service",
      ])
  }

  @Test(
    arguments: [
      ("all is well", [conf: pointing, enabled: "", policy: allowing], .good, []),
      (
        "in a file of its own",
        [conf: newer, "/etc/geoclue/conf.d/9.conf": pointing, enabled: "", policy: allowing], .good,
        []
      ),
      (
        "ours, which an older version does not read",
        [conf: "", "/etc/geoclue/conf.d/9.conf": pointing, enabled: "", policy: allowing], .warning,
        ["sudo sed -i"]
      ),
      (
        "the line belongs to another section",
        [conf: "[network-nmea]\n[x]\n" + pointing.dropFirst(15), enabled: "", policy: allowing],
        .warning, ["sudo sed -i"]
      ),
      (
        "newer versions read a folder",
        [conf: newer, "/etc/geoclue/conf.d/9.conf": "", enabled: "", policy: allowing], .warning,
        ["printf '[network-nmea]"]
      ),
      (
        "a policy that says nothing of it",
        [conf: pointing, enabled: "", policy: #"{"version": 1}"#], .warning, ["sudoedit"]
      ),
      (
        "a policy that allows it too little",
        [
          conf: pointing, enabled: "",
          policy: allowing.replacing("Always\"", with: "Always\", \"accuracy\": \"reduced\""),
        ], .warning, ["sudoedit"]
      ),
    ] as [(String, [String: String], Finding.Severity, [String])])
  func looksAtGeoClue(
    why: String, files: [String: String], severity: Finding.Severity, commands: [String]
  ) throws {
    let finding = try #require(
      try Self.findings(Self.serving(and: files)).first { $0.check == .geoClue })
    #expect(finding.severity == severity)
    for (command, beginning) in zip(finding.commands, commands) {
      #expect(command.hasPrefix(beginning))
    }
    #expect(finding.commands.count == (commands.isEmpty ? 0 : commands.count + 1))
  }

  /// Without units: somebody has written the socket into the configuration, and started the service.
  @Test(
    arguments: [
      ("nothing serves", [:], .warning, ["sudo gps serve --nmea-socket", "sudo systemctl"]),
      (
        "not allowed", ["/run/core-location/nmea.sock": ""], .warning,
        ["echo '{\"version\"", "sudo systemctl"]
      ),
      (
        "all is well", ["/run/core-location/nmea.sock": "", policy: allowing], .good, []
      ),
    ] as [(String, [String: String], Finding.Severity, [String])])
  func looksAtGeoClueThatWasSetUpByHand(
    why: String, files: [String: String], severity: Finding.Severity, commands: [String]
  ) throws {
    let files = files.merging([Self.conf: Self.pointing]) { $1 }
    let finding = try #require(try Self.findings(files).first { $0.check == .geoClue })
    #expect(finding.severity == severity && finding.commands.count == commands.count)
    for (command, beginning) in zip(finding.commands, commands) {
      #expect(command.hasPrefix(beginning), "\(command)")
    }
  }

  @Test func saysNothingOfASocketThatAnotherProgramServesToGeoClue() throws {
    let other = "[network-nmea]\nnmea-socket=/var/run/gps-share.sock\n"
    #expect(try Self.findings([Self.conf: other, "/var/run/gps-share.sock": ""]).isEmpty)
    #expect(try Self.findings([Self.conf: "[network-nmea]\nenable=true\n"]).isEmpty)
  }

  // MARK: Policy and rule

  @Test func saysThatADamagedPolicyAllowsNobody() throws {
    let findings = try Self.findings([Self.policy: "{\"version\": 1, "])
    #expect(findings.map(\.check) == [.policy] && findings.first?.severity == .problem)
    #expect(findings.first?.why?.contains("damaged") == true)
    #expect(findings.first?.commands == ["sudoedit \(Self.policy)"])
    #expect(try Self.findings([Self.policy: Self.allowing]).isEmpty)
  }

  @Test(
    arguments: [
      ("the package's", "/usr/lib/udev/rules.d/60-core-location-linux.rules", "x", .good),
      ("this version's", UdevRule.path, UdevRule.text, .good),
      ("another version's", UdevRule.path, UdevRule.text + "#\n", .warning),
    ] as [(String, String, String, Finding.Severity)])
  func looksAtTheRule(why: String, path: String, text: String, severity: Finding.Severity) throws {
    let findings = try Self.findings([path: text])
    #expect(findings.map(\.check) == [.rule] && findings.map(\.severity) == [severity])
    #expect(findings.first?.commands.isEmpty == (severity == .good))
  }
}
