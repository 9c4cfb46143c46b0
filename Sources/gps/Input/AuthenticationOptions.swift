// Core Location for Linux. SPDX-License-Identifier: MIT

import ArgumentParser
import GNSSReceiver
import GPSTool
import Glibc
import LinuxSystem
import NavigationAuthentication
import NavigationTrust

/// What the signatures of a live receiver's satellites are verified with, in commands that have it open.
struct AuthenticationOptions: ParsableArguments {
  @OptionGroup var keys: GalileoKeyOptions

  @Flag(
    help: """
      Trust this machine's clock to be right within a few seconds and not set by a receiver, so that signatures of \
      navigation data can be verified. (default: if the kernel and chronyd say so) See \(Documents.path("authentication")).
      """)
  var trustClock = false

  /// Returns what verifies signatures, and prints a line for everything that is not used.
  ///
  /// - Parameter isClockSetByReceiver: whether this process sends the receiver's time to a program that sets the clock.
  func authenticator(
    isClockSetByReceiver: Bool = false
  ) throws -> SupervisionOptions.AuthenticatorMaker {
    if isClockSetByReceiver, trustClock {
      throw Failure.usage("--trust-clock with --time-socket", "one of them")
    }
    let anchors = try keys.anchors(at: Double(nanosecondsSince1970()) / 1e9)
    let memory = KeyMemory(anchors)
    if let complaint = memory.complaint { complain(complaint) }
    let clock = ClockWatch(isSetByReceiver: isClockSetByReceiver, isVouchedFor: trustClock)
    let means = AuthenticationMeans(anchors, clock: clock, memory: memory)
    return { means.authenticator(isRecorded: $0) }
  }
}

extension GalileoKeyOptions {
  /// Returns what is trusted: the keys in the folder, or those in this program.
  ///
  /// - Parameter now: the time by which files have to be valid, seconds since 1970.
  func anchors(at now: Double) throws -> TrustAnchors {
    guard let galileoKeys else { return ShippedKeys.anchors }
    do {
      let folder = try GalileoKeyFolder(galileoKeys, at: now, try OpenSSLCryptography())
      for line in folder.expired { complain(line) }
      return folder.anchors
    } catch {
      throw Failure("\(error)", error is GalileoKeyFolder.Failure ? EX_NOINPUT : EX_UNAVAILABLE)
    }
  }
}

/// What Galileo's signatures are verified with.
struct GalileoKeyOptions: ParsableArguments {
  @Option(
    help: .value(
      "folder",
      "Use the Galileo trees and keys in this folder, as the European GNSS Service Centre publishes them, instead of the built-in ones."
    ),
    completion: .directory)
  var galileoKeys: String?

  /// Returns what verifies the signatures in recordings, in which keys may be older than those in force today.
  func authenticatorOfRecordings() throws -> NavigationAuthenticator {
    let cryptography: OpenSSLCryptography
    do {
      cryptography = try OpenSSLCryptography()
    } catch {
      throw Failure(error.description, EX_UNAVAILABLE)
    }
    guard let galileoKeys else {
      return NavigationAuthenticator(ShippedKeys.anchors, cryptography: cryptography)
    }
    do {
      let folder = try GalileoKeyFolder(galileoKeys, at: nil, cryptography)
      return NavigationAuthenticator(folder.anchors, cryptography: cryptography)
    } catch {
      throw Failure(error.description, EX_NOINPUT)
    }
  }
}
