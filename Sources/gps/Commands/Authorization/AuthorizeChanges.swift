// Core Location for Linux. SPDX-License-Identifier: MIT
//
// One command for each answer that a person may give in advance, or take back.

import ArgumentParser
import FoundationEssentials
import LocationAuthorization

/// `gps authorize allow`
struct AuthorizeAllow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "allow", abstract: "Allow an application the location while it is in use.")

  @OptionGroup var application: ApplicationArgument

  @Flag(help: "Allow it at any time.")
  var always = false

  func run() throws {
    try application.change { $0.decide(always ? .authorizedAlways : .authorizedWhenInUse) }
  }
}

/// `gps authorize once`
struct AuthorizeOnce: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "once",
    abstract: "Allow the location to the next process of an application, until it ends.",
    discussion: """
      The process that takes it is the first that is in use: one that is running now, or else one that is started \
      later. It keeps it until it ends or is no longer in use.
      """)

  @OptionGroup var application: ApplicationArgument

  func run() throws { try application.change { $0.decide(.once) } }
}

/// `gps authorize ask`
struct AuthorizeAsk: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ask", abstract: "Let an application ask the next time.")

  @OptionGroup var application: ApplicationArgument

  func run() throws { try application.change { $0.decide(.notDetermined) } }
}

/// `gps authorize deny`
struct AuthorizeDeny: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deny", abstract: "Never tell an application the location.")

  @OptionGroup var application: ApplicationArgument

  func run() throws { try application.change { $0.decide(.denied) } }
}

/// `gps authorize precise`
struct AuthorizePrecise: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "precise",
    abstract: "Say whether an application may know the location exactly.",
    discussion: "Whether it may know it at all is decided elsewhere.")

  /// On or off.
  enum Switch: String, ExpressibleByArgument, CaseIterable {
    case on
    case off
  }

  @OptionGroup var application: ApplicationArgument

  @Argument(help: "Off: to a few kilometers only.")
  var state: Switch

  func run() throws {
    try application.change { $0.accuracy = state == .on ? .full : .reduced }
  }
}
